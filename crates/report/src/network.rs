//! What people call the places of a network: routers and switches, and what is attached to them.

use weft_sim::noc::Place;
use weft_sim::platform::{Mesh, Platform, Switches};

/// The names of a network's places.
pub struct NetworkNames {
    endpoints: Vec<String>,
    /// Empty on a mesh, whose routers have coordinates.
    switches: Vec<String>,
}

impl NetworkNames {
    /// Those of the platform's mesh or switches, if it has any.
    pub fn of(platform: &Platform) -> Option<NetworkNames> {
        let core_name = |core: usize| format!("core {core}");
        match (&platform.mesh, &platform.switches) {
            (Some(mesh), _) => Some(NetworkNames::of_mesh(mesh, core_name)),
            (None, Some(switches)) => Some(NetworkNames::of_switches(switches, platform)),
            (None, None) => None,
        }
    }

    /// Those of a mesh, whose cores have these names.
    pub fn of_mesh(mesh: &Mesh, core_name: impl Fn(usize) -> String) -> NetworkNames {
        let cores = mesh.core_tiles();
        let memory = mesh.network.router(mesh.memory.at);
        let tiles = mesh.network.routers();
        let name = |endpoint: usize| match cores.iter().position(|tile| *tile == endpoint) {
            Some(core) => core_name(core),
            None if endpoint == memory => String::from("memory"),
            None if endpoint < tiles => String::from("host"),
            None => format!("injector {}", endpoint - tiles),
        };
        NetworkNames {
            endpoints: (0..mesh.network.endpoints()).map(name).collect(),
            switches: Vec::new(),
        }
    }

    /// The endpoints of switches are the cores, then the devices, then the controllers among them as those who ask.
    fn of_switches(switches: &Switches, platform: &Platform) -> NetworkNames {
        let attached = platform.devices.iter().zip(&switches.devices);
        let attached = attached.filter(|(_, switch)| switch.is_some());
        let devices = attached.clone().map(|(device, _)| device.name.clone());
        let controllers = attached.filter(|(device, _)| device.kind.is_master());
        let controllers = controllers.map(|(device, _)| format!("{}, asking", device.name));
        let cores = (0..platform.cores.count).map(|core| format!("core {core}"));
        NetworkNames {
            endpoints: cores.chain(devices).chain(controllers).collect(),
            switches: switches.names.clone(),
        }
    }

    /// By the numbers of the endpoints.
    pub fn endpoints(&self) -> &[String] {
        &self.endpoints
    }

    /// The name of a place.
    pub fn place(&self, place: Place) -> String {
        match place {
            Place::Endpoint(endpoint) => self.endpoints[endpoint].clone(),
            Place::Router([x, y, z]) => match (self.switches.get(x), z) {
                (Some(switch), _) => switch.clone(),
                (None, 0) => format!("router {x},{y}"),
                (None, _) => format!("router {x},{y},{z}"),
            },
        }
    }
}
