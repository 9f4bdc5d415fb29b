internal import CYAML

/// Reads YAML with libyaml. Only this class uses libyaml's pointers.
@safe final class YAMLEvents {
    /// One step through a file. Lines and columns are 0-based, as libyaml counts them.
    struct Event {
        enum Kind {
            case documentStart, documentEnd, streamEnd
            case alias
            case scalar(String, isPlain: Bool)
            case listStart, listEnd
            case blockStart, blockEnd
        }
        let kind: Kind
        let line: Int
        let column: Int
        let endLine: Int
        /// How many characters of the file are before it.
        let start: Int
        let end: Int
        /// It is written in brackets or braces.
        let isFlow: Bool
        /// A `&name` or a `!type`, which a config does not support.
        let hasAnchor: Bool
        let hasTag: Bool
    }

    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let input: UnsafeMutableBufferPointer<UInt8>

    /// Checked to be UTF-8; nil if memory has run out.
    init?(_ bytes: [UInt8]) {
        unsafe parser = .allocate(capacity: 1)
        unsafe input = .allocate(capacity: max(bytes.count, 1))
        _ = unsafe input.initialize(from: bytes)
        guard unsafe yaml_parser_initialize(parser) == 1 else {
            unsafe input.deallocate()
            unsafe parser.deallocate()
            return nil
        }
        unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        unsafe yaml_parser_set_input_string(parser, input.baseAddress, bytes.count)
    }

    deinit {
        unsafe yaml_parser_delete(parser)
        unsafe parser.deallocate()
        unsafe input.deallocate()
    }

    /// Reads the next event. Not to be called after `streamEnd` or an error.
    func next() throws(SyntaxProblem) -> Event {
        while true {
            var event = unsafe yaml_event_t()
            guard unsafe yaml_parser_parse(parser, &event) == 1 else { throw problem() }
            defer { unsafe yaml_event_delete(&event) }
            if let translated = unsafe Self.translated(event) { return translated }
        }
    }

    /// Nil for the start of the stream, which carries no information.
    private static func translated(_ event: yaml_event_t) -> Event? {
        var (anchor, tag) = (false, false)
        let kind: Event.Kind
        var isFlow = false
        switch unsafe event.type {
        case YAML_STREAM_START_EVENT: return nil
        case YAML_DOCUMENT_START_EVENT: kind = .documentStart
        case YAML_DOCUMENT_END_EVENT: kind = .documentEnd
        case YAML_ALIAS_EVENT: kind = .alias
        case YAML_SCALAR_EVENT:
            let scalar = unsafe event.data.scalar
            (anchor, tag) = unsafe (scalar.anchor != nil, scalar.tag != nil)
            let bytes = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
            kind = unsafe .scalar(String(decoding: bytes, as: UTF8.self), isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE)
        case YAML_SEQUENCE_START_EVENT:
            (anchor, tag) = unsafe (event.data.sequence_start.anchor != nil, event.data.sequence_start.tag != nil)
            kind = .listStart
            isFlow = unsafe event.data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE
        case YAML_SEQUENCE_END_EVENT: kind = .listEnd
        case YAML_MAPPING_START_EVENT:
            (anchor, tag) = unsafe (event.data.mapping_start.anchor != nil, event.data.mapping_start.tag != nil)
            kind = .blockStart
            isFlow = unsafe event.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE
        case YAML_MAPPING_END_EVENT: kind = .blockEnd
        default: kind = .streamEnd
        }
        let mark = unsafe event.start_mark
        return Event(
            kind: kind, line: Int(mark.line), column: Int(mark.column), endLine: unsafe Int(event.end_mark.line),
            start: Int(mark.index), end: unsafe Int(event.end_mark.index), isFlow: isFlow, hasAnchor: anchor, hasTag: tag)
    }

    private func problem() -> SyntaxProblem {
        let said = unsafe parser.pointee.problem.map { unsafe String(cString: $0) } ?? "the text cannot be read"
        let context = unsafe parser.pointee.context.map { unsafe String(cString: $0) } ?? ""
        let (mark, begin) = unsafe (parser.pointee.problem_mark, parser.pointee.context_mark)
        return SyntaxProblem(
            said: said, context: context, line: Int(mark.line), column: Int(mark.column), contextLine: Int(begin.line),
            contextColumn: Int(begin.column))
    }
}
