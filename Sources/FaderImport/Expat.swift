internal import FaderSystem
internal import Glibc

/// Expat, which reads XML, opened when a file is read. It opens no other file, whatever the XML names.
struct Expat {
    // expat.h
    private typealias Parser = UnsafeMutableRawPointer
    private typealias Create = @convention(c) (UnsafePointer<CChar>?) -> Parser?
    private typealias Start =
        @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> Void
    private typealias End = @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?) -> Void
    private typealias Text = @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, Int32) -> Void
    private typealias Entity =
        @convention(c) (
            UnsafeMutableRawPointer?, UnsafePointer<CChar>?, Int32, UnsafePointer<CChar>?, Int32, UnsafePointer<CChar>?,
            UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafePointer<CChar>?
        ) -> Void

    private let functions: [UInt]

    private static let names = [
        "XML_ParserCreate", "XML_ParserFree", "XML_SetUserData", "XML_SetElementHandler", "XML_SetCharacterDataHandler",
        "XML_SetEntityDeclHandler", "XML_Parse", "XML_StopParser", "XML_GetErrorCode", "XML_ErrorString", "XML_GetCurrentLineNumber",
        "XML_GetCurrentColumnNumber",
    ]

    static func load(libraries: [String] = ["libexpat.so.1"]) throws(ImportProblem) -> Expat {
        do throws(LibraryError) {
            return Expat(functions: try Library.first(of: libraries) { library throws(LibraryError) in try library.addresses(of: names) })
        } catch .absent {
            throw .missingLibrary("XML is read by libexpat, which is missing; install libexpat1, then run this again")
        } catch {
            throw .missingLibrary("XML is read by libexpat, which cannot be used: \(error)")
        }
    }

    private final class Reading {
        let builder: XMLElement.Builder
        let stop: () -> Void

        init(_ builder: XMLElement.Builder, stop: @escaping () -> Void) { (self.builder, self.stop) = (builder, stop) }

        static func of(_ pointer: UnsafeMutableRawPointer?) -> Reading? {
            unsafe pointer.map { unsafe Unmanaged<Reading>.fromOpaque($0).takeUnretainedValue() }
        }
    }

    func parse(_ bytes: [UInt8], into builder: XMLElement.Builder) throws(ImportProblem) {
        let create = unsafe unsafeBitCast(functions[0], to: Create.self)
        guard let parser = unsafe create(nil) else { throw .unusable("cannot be read: there is no memory for it") }
        defer { unsafe unsafeBitCast(functions[1], to: (@convention(c) (Parser?) -> Void).self)(parser) }
        let halt = unsafe unsafeBitCast(functions[7], to: (@convention(c) (Parser?, UInt8) -> Int32).self)
        let reading = Reading(builder) { _ = unsafe halt(parser, 0) }
        unsafe setHandlers(parser, reading)
        let parse = unsafe unsafeBitCast(functions[6], to: (@convention(c) (Parser?, UnsafePointer<CChar>?, Int32, Int32) -> Int32).self)
        let isRead = withExtendedLifetime(reading) {
            unsafe bytes.withUnsafeBytes {
                unsafe parse(parser, $0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32($0.count), 1) == 1
            }
        }
        if isRead { return }
        throw .unusable(unsafe builder.refusal ?? problem(parser, isUTF8: String(validating: bytes, as: UTF8.self) != nil))
    }

    private func setHandlers(_ parser: Parser, _ reading: Reading) {
        let start: Start = { data, name, attributes in
            guard let reading = unsafe Reading.of(data), let name = unsafe name else { return }
            var values: [String: String] = [:]
            var place = 0
            while let attributes = unsafe attributes, let key = unsafe attributes[place], let value = unsafe attributes[place + 1] {
                values[unsafe String(cString: key)] = unsafe String(cString: value)
                place += 2
            }
            if !reading.builder.begin(unsafe String(cString: name), values) { reading.stop() }
        }
        let end: End = { data, _ in unsafe Reading.of(data)?.builder.end() }
        let text: Text = { data, start, count in
            guard let start = unsafe start else { return }
            guard let reading = unsafe Reading.of(data) else { return }
            let bytes = unsafe UnsafeRawBufferPointer(start: start, count: Int(count))
            if !reading.builder.add(unsafe String(decoding: bytes, as: UTF8.self)) { reading.stop() }
        }
        let entity: Entity = { data, _, isParameter, value, count, _, _, _, _ in
            guard let reading = unsafe Reading.of(data) else { return }
            let text = unsafe value.map { unsafe UnsafeRawBufferPointer(start: $0, count: Int(count)) }.map { unsafe Array($0) }
            if !reading.builder.declare(isParameter == 0 ? text : nil) { reading.stop() }
        }
        unsafe unsafeBitCast(functions[2], to: (@convention(c) (Parser?, UnsafeMutableRawPointer?) -> Void).self)(
            parser, Unmanaged.passUnretained(reading).toOpaque())
        unsafe unsafeBitCast(functions[3], to: (@convention(c) (Parser?, Start?, End?) -> Void).self)(parser, start, end)
        unsafe unsafeBitCast(functions[4], to: (@convention(c) (Parser?, Text?) -> Void).self)(parser, text)
        unsafe unsafeBitCast(functions[5], to: (@convention(c) (Parser?, Entity?) -> Void).self)(parser, entity)
    }

    private func problem(_ parser: Parser, isUTF8: Bool) -> String {
        let code = unsafe unsafeBitCast(functions[8], to: (@convention(c) (Parser?) -> Int32).self)(parser)
        let words = unsafe unsafeBitCast(functions[9], to: (@convention(c) (Int32) -> UnsafePointer<CChar>?).self)(code)
        let line = unsafe unsafeBitCast(functions[10], to: (@convention(c) (Parser?) -> UInt).self)(parser)
        let column = unsafe unsafeBitCast(functions[11], to: (@convention(c) (Parser?) -> UInt).self)(parser)
        let reason = unsafe words.map { unsafe String(cString: $0) } ?? "error \(code)"
        let sentence = "is not XML that can be read: \(reason) at line \(line), column \(column + 1)"
        // XML_ERROR_INVALID_TOKEN, XML_ERROR_UNKNOWN_ENCODING and XML_ERROR_INCORRECT_ENCODING
        guard code == 18 || code == 19 || code == 4 && !isUTF8 else { return sentence }
        return sentence + "; open it in an editor, save it as UTF-8, and let its first line say encoding=\"UTF-8\""
    }
}
