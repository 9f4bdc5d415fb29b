// What a client needs of event loops has a module of its own. Everything else knows loops as one.
@_exported public import FaderLoop
