// What programs with faders need of the API has a module of its own, so that they do not carry the rest. Everything else knows the API as one.
@_exported public import FaderWire
