// What the wire needs of values has a module of its own, so that the programs of others do not carry the rules of texts. Everything else knows
// the model as one.
@_exported public import FaderValues
