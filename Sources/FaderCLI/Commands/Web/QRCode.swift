internal import FaderSystem

/// A QR code, made by libqrencode, which is opened when a code is drawn.
struct QRCode {
    /// Why there is no code: what is missing, and what to do.
    struct Missing: Error, Equatable {
        let reason: String
    }

    /// The modules, row by row; true is dark.
    let modules: [[Bool]]

    static let libraries = ["libqrencode.so.4", "libqrencode.so.3"]
    /// Light modules that readers need around the code.
    private static let margin = 2

    init(of text: String, libraries: [String] = Self.libraries) throws(Missing) {
        let encode: UInt
        let free: UInt
        do throws(LibraryError) {
            let found = try Library.first(of: libraries) { library throws(LibraryError) in
                try library.addresses(of: ["QRcode_encodeString8bit", "QRcode_free"])
            }
            (encode, free) = (found[0], found[1])
        } catch .absent {
            throw Missing(reason: "install libqrencode4, then run this again")
        } catch {
            throw Missing(reason: "\(error)")
        }
        // QRcode *QRcode_encodeString8bit(const char *string, int version, QRecLevel level); void QRcode_free(QRcode *qrcode); qrencode.h
        typealias Encode = @convention(c) (UnsafePointer<CChar>, Int32, Int32) -> UnsafeMutableRawPointer?
        typealias Free = @convention(c) (UnsafeMutableRawPointer?) -> Void
        let (make, release) = unsafe (unsafeBitCast(encode, to: Encode.self), unsafeBitCast(free, to: Free.self))
        // Version 0: the smallest that fits. Level 0: the lowest error correction, because a screen has no dirt on it.
        guard let code = unsafe text.withCString({ unsafe make($0, 0, 0) }) else {
            throw Missing(reason: "the address is too long for one")
        }
        defer { unsafe release(code) }
        // typedef struct { int version; int width; unsigned char *data; } QRcode; the lowest bit of each byte says whether it is dark.
        let width = Int(unsafe code.load(fromByteOffset: 4, as: Int32.self))
        let data = unsafe code.load(fromByteOffset: 8, as: UnsafePointer<UInt8>.self)
        modules = (0..<width).map { row in (0..<width).map { unsafe data[row * width + $0] & 1 == 1 } }
    }

    /// The code for a terminal, two rows of modules in a line; the width is in columns. Fixed colors make it dark on light in every theme.
    var drawn: (text: String, width: Int) {
        let width = modules.count + 2 * Self.margin
        func isDark(_ row: Int, _ column: Int) -> Bool {
            let (row, column) = (row - Self.margin, column - Self.margin)
            return modules.indices.contains(row) && modules.indices.contains(column) && modules[row][column]
        }
        let lines = stride(from: 0, to: width, by: 2).map { row in
            let cells = (0..<width).map { column in
                switch (isDark(row, column), isDark(row + 1, column)) {
                case (true, true): "█"
                case (true, false): "▀"
                case (false, true): "▄"
                case (false, false): " "
                }
            }
            return "\u{1B}[38;5;16;48;5;231m\(cells.joined())\u{1B}[0m\n"
        }
        return (lines.joined(), width)
    }
}

extension QRCode {
    /// Draws the code of an address, if this is a terminal that can; else says why not.
    static func tell(_ address: String) {
        guard Terminal.isOutput else { return }
        do throws(Missing) {
            let drawn = try QRCode(of: address).drawn
            guard drawn.width <= Terminal.width else {
                return Output.tell("the terminal is too narrow for the QR code: it needs \(drawn.width) columns")
            }
            guard EnvironmentLocale.isUTF8 else {
                return Output.tell("there is no QR code, because the locale of this terminal is not UTF-8")
            }
            Output.draw(drawn.text)
        } catch {
            Output.tell("there is no QR code: \(error.reason)")
        }
    }
}
