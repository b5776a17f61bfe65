//! Commands with the output they must give: each file in `tests/commands` is a page of a terminal, held word for word.

#[test]
fn commands_say_what_they_should() {
    trycmd::TestCases::new()
        .env("NO_COLOR", "1")
        .case("tests/commands/*.trycmd");
}
