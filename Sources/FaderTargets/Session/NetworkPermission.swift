/// The sentences for people when the service's unit does not let faderd use the network.
enum NetworkPermission {
    /// The unit allows no sockets of the network.
    static let missing = "the service's unit allows no network; the drop-in network.conf, installed under share/faderd, allows it"
    /// The unit allows the network, but not the address.
    static let forbidden =
        "that is forbidden, by a firewall or by IPAddressAllow of the service's unit; the drop-in network.conf, installed under "
        + "share/faderd, has the addresses that are allowed"
}
