// The S-box of AES as combinational logic: the inverse in GF(2^8) and an affine map.
//
//   in --> [ to the tower ] --+--> high --+--> [ * ] --+
//                             |           |            +--> norm --> [ inverse in GF(16) ] --+--> [ * high ] --+--> [ from the tower, affine ] --> out
//                             +--> low ---+--> [ nu (high + low)^2 ]                         +--> [ * low ] ---+
//
// GF(2^8) is represented as a tower of three extensions of degree 2, each with a normal basis {e^q, e}, e + e^q = 1.
// For a = h e^q + l e the norm is N(e) (h + l)^2 + h l, and the inverse is the conjugate of a (its halves exchanged)
// divided by the norm. So an inverse in GF(256) needs one inverse and three products in GF(16); an inverse in GF(16)
// likewise needs GF(4), in which the inverse is the square: it exchanges the two bits.
//
// There are 128 such towers (w, z, y below). The 32 whose basis changes have the fewest XORs were mapped to gates; this
// is the smallest: about 210 gate equivalents (osu018, relaxed timing). A table of 256 cases takes 480.
//
// Source: FIPS 197, section 5.1.1. The tower of normal bases: D. Canright, "A Very Compact S-Box for AES", CHES 2005.

module aes_sbox (
    input  logic [7:0] in,
    output logic [7:0] out
);
    // Multiplication. Bit 1, or the upper half, is the coefficient of e^q: w = BC in GF(4), z = 5C in GF(16), y = FF.
    function automatic logic [1:0] product4(logic [1:0] a, logic [1:0] b);
        automatic logic both = (a[1] ^ a[0]) & (b[1] ^ b[0]);
        return {(a[1] & b[1]) ^ both, (a[0] & b[0]) ^ both};
    endfunction
    function automatic logic [3:0] product16(logic [3:0] a, logic [3:0] b);
        automatic logic [1:0] both = times_norm(product4(a[3:2] ^ a[1:0], b[3:2] ^ b[1:0]));
        return {product4(a[3:2], b[3:2]) ^ both, product4(a[1:0], b[1:0]) ^ both};
    endfunction

    // Multiplies by N(z) = w.
    function automatic logic [1:0] times_norm(logic [1:0] a);
        return {a[1] ^ a[0], a[1]};
    endfunction
    function automatic logic [1:0] square4(logic [1:0] a);
        return {a[0], a[1]};
    endfunction
    function automatic logic [3:0] inverse16(logic [3:0] a);
        automatic logic [1:0] norm = times_norm(square4(a[3:2] ^ a[1:0])) ^ product4(a[3:2], a[1:0]);
        return {product4(square4(norm), a[1:0]), product4(square4(norm), a[3:2])};
    endfunction

    // Multiplies a vector by a matrix: bit i of the result is the sum of the bits of `a` in rows[i].
    function automatic logic [7:0] map(logic [7:0][7:0] rows, logic [7:0] a);
        for (int i = 0; i < 8; i++) map[i] = ^(rows[i] & a);
    endfunction
    localparam logic [7:0][7:0] TO_TOWER = {8'h71, 8'he7, 8'he1, 8'h63, 8'h01, 8'h9b, 8'h4f, 8'h61};
    localparam logic [7:0][7:0] FROM_TOWER = {8'h14, 8'h44, 8'h82, 8'h54, 8'hf4, 8'h9e, 8'h31, 8'ha1};

    logic [3:0] high, low, sum, scaled_square, norm_inverse;
    assign {high, low} = map(TO_TOWER, in);
    assign sum = high ^ low;
    // nu = N(y).
    assign scaled_square = {sum[2] ^ sum[0], sum[3] ^ sum[1], sum[1], sum[1] ^ sum[0]};
    assign norm_inverse = inverse16(scaled_square ^ product16(high, low));
    assign out = map(FROM_TOWER, {product16(norm_inverse, low), product16(norm_inverse, high)}) ^ 8'h63;
endmodule
