internal import FaderConsole
internal import FaderValues
internal import Logging

extension ReportDispatcher {
    func write(_ notice: Notice) {
        let surfaces = mirror.catalog.configuration.surfaces
        func name(_ surface: SurfaceIndex) -> String {
            surfaces.rowIndices.contains(surface) ? surfaces[surface].name : "\(surface.offset + 1)"
        }
        switch notice {
        case .echoing(let surface):
            log.warning(
                """
                surface \(name(surface)) sends back what it is sent; that is ignored. If the device does not normally do that, check with \
                "aconnect -l" whether its output is connected to its input
                """)
        case .beside(let control, let steps):
            let names = mirror.catalog.controlNames
            let name = names.indices.contains(control.offset) ? names[control.offset] : "fader \(control.offset + 1)"
            log.warning(
                """
                \(name) has a motor without a touch sensor, which reports a position \(steps) raw step\(steps == 1 ? "" : "s") away from the one that it \
                is sent; that is ignored, and values stay as they are set. If its motor does not go where it should, check the values that it is sent
                """)
        case .overrun(let count):
            // A flood causes overrun after overrun; `status` has the exact count.
            if count == 1 || count.isMultiple(of: 1000) {
                log.warning(
                    """
                    input came faster than it was read and the sequencer dropped some (\(count) times so far); every motor is sent its \
                    position
                    """)
            }
        case .nonsense(let surface):
            log.warning(
                """
                surface \(name(surface)) answers its greeting with something that its protocol does not know; it is used without a greeting. \
                If it does not work, check that it is in the mode that its profile is for
                """)
        case .refused(let surface):
            log.warning(
                """
                the device of surface \(name(surface)) refuses the connection: it does not accept the answer to its challenge, so it is sent nothing. \
                Switch it off and on; if that does not help, write a profile of your own with protocol: {name: mackie, handshake: false}
                """)
        case .misidentified(let surface, let identity):
            let expected = surfaces.rowIndices.contains(surface) ? surfaces[surface].identity : nil
            log.warning(
                """
                the device of surface \(name(surface)) says that it is \(identity), but its profile says \(expected.map { "\($0)" } ?? "nothing"); \
                it is used anyway. If it does not work, give the surface another match or profile
                """)
        case .failing(let surface, let errno):
            log.warning("messages to surface \(name(surface)) are refused (errno \(errno)); it is sent its positions when it reconnects")
        }
    }
}
