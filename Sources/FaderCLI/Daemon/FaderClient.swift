// Whoever asks the daemon for more than a client does needs the routes, their types and the words in them. All of that is one module then.
@_exported public import FaderAPI
@_exported public import FaderKit
@_exported public import FaderValues
