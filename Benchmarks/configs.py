"""The configurations that are measured."""

# Two surfaces without a device: `measure` connects to their ports itself.
BRIDGE = """
  in:
    match: "no such device"
    controls: {fader.1: {input: "cc 7 ch 1"}}
    map: {fader.1: bridge}
  out:
    match: "no such device"
    controls: {fader.1: {input: "cc 20 ch 1", motor: true, echo: never}}
    map: {fader.1: bridge}
"""

MACKIE = """\
version: 1
parameters:
  bridge: {label: Bridge, min: 0, max: 16383, decimals: 0}
surfaces:
  in: {match: "no such device", profile: mackie-control, map: {fader.1: bridge}}
  out: {match: "no such device", profile: mackie-control, map: {fader.1: bridge}}
"""

# Channel 1 of a console on the motor of a surface without a device.
CONSOLE = """\
version: 1
targets: {foh: {x32: "127.0.0.1:10023"}}
parameters: {vox: {target: {x32: foh, ch: 1}}}
surfaces:
  out: {match: "no such device", controls: {fader.1: {input: "pitchbend ch 1", motor: true}}, map: {fader.1: vox}}
"""


def bridge(parameters=1, surfaces=2, auto=False):
    """CC 7 at the port `in` moves the motor CC 20 at the port `out`. The other parameters and surfaces only make the configuration large.

    parameters, surfaces: the totals. auto: one more surface, for declared parameters.
    """
    text = "version: 1\nparameters:\n"
    text += "".join(f"  p{index}: {{min: -70, max: 6, unit: dB, decimals: 1}}\n" for index in range(parameters // 2))
    text += "  bridge: {min: 0, max: 127}\n"
    text += "".join(f"  p{index}: {{min: -70, max: 6, unit: dB, decimals: 1}}\n" for index in range(parameters // 2, parameters - 1))
    text += "surfaces:" + BRIDGE
    others = surfaces - 2
    for surface in range(others):
        # Each of the other parameters has a motor on one of these surfaces, up to the 16 × 120 controllers that a surface can have.
        own = range(surface, parameters - 1, others)[:16 * 120]
        text += f"  s{surface}:\n    match: \"no such device\"\n    controls:\n"
        for count, _ in enumerate(own):
            text += f"      fader.{count + 1}: {{input: \"cc {count % 120} ch {count // 120 + 1}\", motor: true}}\n"
        text += "    map:\n" + "".join(f"      fader.{count + 1}: p{index}\n" for count, index in enumerate(own))
    if auto:
        # Declared parameters get these controls, and their motors follow.
        text += "  auto:\n    match: \"no such device\"\n    auto: true\n    controls:\n"
        text += "".join(f"      fader.{count}: {{input: \"cc {count + 39} ch 1\", motor: true}}\n" for count in range(1, 33))
    return text


def desks(parameters, surfaces):
    """The config text of surfaces with eight strips and displays, each with a second page; their faders drive the parameters."""
    text = "version: 1\nparameters:\n"
    text += "".join(f"  p{index}: {{label: Channel {index}, min: -70, max: 6, unit: dB, decimals: 1}}\n" for index in range(parameters))
    text += "surfaces:\n"
    for surface in range(surfaces):
        first = surface * parameters // surfaces
        main, other = ("".join(f"fader.{strip + 1}: p{(first + strip + offset) % parameters}, " for strip in range(8)) for offset in (0, 7))
        text += f"  s{surface}: {{match: \"no such device\", profile: mackie-control, map: {{{main}}}, pages: {{other: {{map: {{{other}}}}}}}}}\n"
    return text


def eight_faders(parameters):
    """The config text of `parameters` parameters, the first eight of them on the virtual faders."""
    text = "version: 1\nparameters:\n"
    text += "".join(f"  p{index}: {{label: Channel {index}, min: -70, max: 6, unit: dB, step: 0.5, decimals: 1}}\n" for index in range(parameters))
    text += "surfaces:\n  virtual:\n    match: \"faderd virtual\"\n    profile: virtual\n    map:\n"
    return text + "".join(f"      fader.{index + 1}: p{index}\n" for index in range(8))
