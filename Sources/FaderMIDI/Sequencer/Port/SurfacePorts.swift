internal import CALSA
internal import FaderValues
internal import Glibc

/// The sequencer ports of the surfaces. Owned by the MIDI thread. Looking up never allocates; creating, renaming and deleting may.
@safe final class SurfacePorts {
    /// By surface: its port, or a negative errno that says why it has none.
    private var ports: [Int32] = []
    /// By port number 0…255: its surface.
    private var surfaces = InlineArray<256, SurfaceIndex?>(repeating: nil)
    /// By port number 0…255: how many readers it had at the last `countReaders`.
    private var readers = [Int32](repeating: 0, count: 256)
    private let handle: SequencerHandle
    private let info: OpaquePointer
    private let query: OpaquePointer

    init(_ handle: SequencerHandle) throws(SequencerError) {
        var allocated: OpaquePointer?
        unsafe snd_seq_port_info_malloc(&allocated)
        guard let info = unsafe allocated else { throw .system(call: "malloc", errno: ENOMEM) }
        unsafe allocated = nil
        unsafe snd_seq_query_subscribe_malloc(&allocated)
        guard let query = unsafe allocated else {
            unsafe snd_seq_port_info_free(info)
            throw .system(call: "malloc", errno: ENOMEM)
        }
        unsafe self.info = unsafe info
        unsafe self.query = unsafe query
        self.handle = handle
    }

    deinit {
        unsafe snd_seq_port_info_free(info)
        unsafe snd_seq_query_subscribe_free(query)
    }

    func surface(of port: UInt8) -> SurfaceIndex? { surfaces[Int(port)] }

    func port(of surface: SurfaceIndex) -> Int32 {
        // A negative offset becomes a very high one.
        UInt(bitPattern: surface.offset) < UInt(bitPattern: ports.count) ? ports[surface.offset] : -ENODEV
    }

    var count: Int { ports.count }

    /// The readers as of the last `countReaders`, the writers as of now. Nil if the surface has no port.
    func uses(of surface: SurfaceIndex) -> (readers: Int, writers: Int)? {
        let port = port(of: surface)
        guard port >= 0, let pointer = unsafe handle.pointer, unsafe snd_seq_get_port_info(pointer, port, info) >= 0 else { return nil }
        return (Int(readers[Int(port)]), unsafe Int(snd_seq_port_info_get_write_use(info)))
    }

    /// Recounts the readers of a surface's port. One counts only once its own end of the connection is made: the kernel announces it before
    /// it can receive, and what is sent before that is lost without an error.
    func countReaders(of surface: SurfaceIndex) {
        let port = port(of: surface)
        guard port >= 0, let pointer = unsafe handle.pointer else { return }
        let ours = snd_seq_addr_t(client: UInt8(truncatingIfNeeded: handle.client), port: UInt8(truncatingIfNeeded: port))
        readers[Int(port)] = 0
        for index in 0..<Self.mostConnections {
            guard let reader = unsafe peer(of: ours, SND_SEQ_QUERY_SUBS_READ, index, pointer) else { return }
            if unsafe isWriter(ours, of: reader, pointer) { readers[Int(port)] += 1 }
        }
    }

    /// More than a port ever has: a loop ends whatever other programs do meanwhile.
    private static let mostConnections: Int32 = 1024

    private func isWriter(_ ours: snd_seq_addr_t, of reader: snd_seq_addr_t, _ pointer: OpaquePointer) -> Bool {
        for index in 0..<Self.mostConnections {
            guard let writer = unsafe peer(of: reader, SND_SEQ_QUERY_SUBS_WRITE, index, pointer) else { return false }
            if writer.client == ours.client, writer.port == ours.port { return true }
        }
        return false
    }

    /// The port at `index` among those that read from (or write to) a port.
    private func peer(
        of port: snd_seq_addr_t, _ type: snd_seq_query_subs_type_t, _ index: Int32, _ pointer: OpaquePointer
    ) -> snd_seq_addr_t? {
        var root = port
        unsafe snd_seq_query_subscribe_set_root(query, &root)
        unsafe snd_seq_query_subscribe_set_type(query, type)
        unsafe snd_seq_query_subscribe_set_index(query, index)
        guard unsafe snd_seq_query_port_subscribers(pointer, query) >= 0 else { return nil }
        return unsafe snd_seq_query_subscribe_get_addr(query)?.pointee
    }

    /// Kept ports keep their number and connections. Returns the first errno if a port cannot be created.
    @discardableResult
    func arrange(_ names: [String], previous: [SurfaceIndex?]) -> Int32? {
        let former = ports
        let kept = names.indices.map { index -> Int32? in
            guard previous.indices.contains(index), let old = previous[index]?.offset, former.indices.contains(old) else { return nil }
            return former[old] >= 0 ? former[old] : nil
        }
        for port in former where port >= 0 && !kept.contains(port) {
            delete(port)
            readers[Int(port)] = 0
        }
        ports = zip(names, kept).map { name, port in
            guard let port else { return create(name) }
            rename(port, name)
            return port
        }
        for port in surfaces.indices { surfaces[port] = nil }
        for (surface, port) in ports.enumerated() where port >= 0 { surfaces[Int(port)] = SurfaceIndex(surface) }
        return ports.first { $0 < 0 }.map { -$0 }
    }

    private func create(_ name: String) -> Int32 {
        guard let pointer = unsafe handle.pointer else { return -ENODEV }
        let open =
            SND_SEQ_PORT_CAP_READ | SND_SEQ_PORT_CAP_SUBS_READ | SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_SUBS_WRITE
            | SND_SEQ_PORT_CAP_DUPLEX
        let port = unsafe snd_seq_create_simple_port(
            pointer, name, UInt32(open), UInt32(SND_SEQ_PORT_TYPE_APPLICATION | SND_SEQ_PORT_TYPE_MIDI_GENERIC))
        return port
    }

    /// Renames a port. If the kernel refuses the new name, the port keeps the old one and continues to serve its surface.
    private func rename(_ port: Int32, _ name: String) {
        guard let pointer = unsafe handle.pointer, unsafe snd_seq_get_port_info(pointer, port, info) >= 0 else { return }
        guard let current = unsafe snd_seq_port_info_get_name(info), unsafe String(cString: current) != name else { return }
        unsafe snd_seq_port_info_set_name(info, name)
        unsafe snd_seq_set_port_info(pointer, port, info)
    }

    private func delete(_ port: Int32) {
        guard let pointer = unsafe handle.pointer else { return }
        unsafe snd_seq_delete_simple_port(pointer, port)
    }
}
