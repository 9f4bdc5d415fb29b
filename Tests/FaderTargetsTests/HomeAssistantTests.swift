import FaderJSON
import FaderTesting
import FaderValues
import Testing

@testable import FaderTargets

/// What Home Assistant 2026.2 was recorded to say, in fewer members.
@Suite("Home Assistant: what it says of an entity, and what it is asked")
struct HomeAssistantTests {
    private typealias Attribute = HomeAssistantTargetSpec.Attribute
    private typealias Value = HomeAssistantProperty.Value

    private func json(_ text: String) throws -> JSONValue { try JSONValue.read(Array(text.utf8)) }

    private func state(_ text: String) throws -> HomeAssistantState { try #require(HomeAssistantState(try json(text))) }

    private func value(_ entity: String, _ attribute: Attribute, _ text: String) throws -> Value {
        try #require(HomeAssistantProperty(entity, attribute)).value(in: try state(text))
    }

    @Test("a change adds, alters and removes what it tells of, and its context is a text or an object")
    func changes() throws {
        var lamp = try state(#"{"s":"on","a":{"brightness":180,"rgb_color":[255,164,82],"icon":"x"},"c":"01A","lc":1795871976.05}"#)
        #expect(
            lamp.number("brightness") == 180 && lamp.color == [255, 164, 82] && lamp.context == "01A" && lamp.attributes["icon"] == nil)
        lamp.change(try json(#"{"+":{"lu":1.5,"c":{"user_id":"f3","id":"01B"},"a":{"brightness":42}}}"#))
        #expect(lamp.number("brightness") == 42 && lamp.context == "01B" && lamp.state == "on" && lamp.color != nil)
        lamp.change(try json(#"{"+":{"c":{"parent_id":"x"}}}"#))
        #expect(lamp.context == "01B")
        lamp.change(try json(#"{"+":{"s":"off","c":"01C","a":{"brightness":null}},"-":{"a":["rgb_color",7]}}"#))
        #expect(lamp.state == "off" && lamp.number("brightness") == nil && lamp.color == nil && lamp.context == "01C")
    }

    @Test(
        "what is no state is none, and what is no change changes nothing",
        arguments: ["null", "[]", "{}", #"{"s":1}"#, #"{"s":null,"a":{}}"#])
    func nonsense(text: String) throws {
        #expect(HomeAssistantState(try json(text)) == nil)
        var lamp = try state(#"{"s":"on","a":{"brightness":180}}"#)
        let before = lamp
        for change in [text, #"{"+":{"s":1,"a":[1],"c":{}},"-":{"a":{}}}"#, #"{"+":[],"-":{"a":"brightness"}}"#] {
            lamp.change(try json(change))
        }
        #expect(lamp == before)
    }

    @Test("texts and lists are cut, so that no house makes faderd keep more of an entity")
    func cut() throws {
        let long = String(repeating: "x", count: 10_000)
        let list = (0..<5000).map { #""\#($0)""# }.joined(separator: ",")
        let cut = try state(
            #"{"s":"\#(long)","a":{"friendly_name":"\#(long)","options":[\#(list)],"source_list":["\#(long)",null,{"a":1}],"effect":{"a":1}},"c":"\#(long)"}"#
        )
        #expect(cut.state.count == 257 && cut.name?.count == 257 && cut.context.count == 257)
        #expect(cut.texts("options").count == 1025 && cut.texts("source_list").map(\.count) == [257] && cut.attributes["effect"] == .null)
    }

    @Test("a lamp that is off has no brightness and is black, its temperature is not there, and one that cannot be dimmed is full")
    func lamps() throws {
        let off = #"{"s":"off","a":{"brightness":null,"rgb_color":null,"color_temp_kelvin":null}}"#
        #expect(try value("light.a", .brightness, off) == .number(0) && value("light.a", .color, off) == .number(0))
        #expect(try value("light.a", .state, off) == .number(0) && value("light.a", .temperature, off) == .absent("it is off"))
        let on = #"{"s":"on","a":{"brightness":51,"rgb_color":[255,100,0],"color_temp_kelvin":2700}}"#
        #expect(try value("light.a", .brightness, on) == .number(0.2) && value("light.a", .color, on) == .number(0x33_1400))
        #expect(try value("light.a", .temperature, on) == .number(2700) && value("light.a", .state, on) == .number(1))
        #expect(try value("light.a", .brightness, #"{"s":"on"}"#) == .number(1))
        #expect(try value("light.a", .temperature, #"{"s":"on","a":{"color_temp_kelvin":null}}"#) == .unknown)
        #expect(try value("light.a", .brightness, #"{"s":"unknown"}"#) == .unknown)
        #expect(try value("light.a", .brightness, #"{"s":"unavailable"}"#) == .absent("Home Assistant says that it is unavailable"))
        for wrong in [#"{"s":"on","a":{"brightness":1e99}}"#, #"{"s":"on","a":{"brightness":"x"}}"#] {
            #expect(try value("light.a", .brightness, wrong) == .number(1), "\(wrong)")
        }
    }

    @Test("every other kind of entity has its own numbers and words")
    func others() throws {
        #expect(try value("fan.a", .speed, #"{"s":"off","a":{"percentage":null}}"#) == .number(0))
        #expect(try value("fan.a", .speed, #"{"s":"on","a":{"percentage":33}}"#) == .number(0.33))
        #expect(try value("cover.a", .position, #"{"s":"open","a":{"current_position":70}}"#) == .number(0.7))
        #expect(
            try value("cover.a", .position, #"{"s":"closed"}"#) == .number(0)
                && value("cover.a", .position, #"{"s":"opening"}"#) == .unknown)
        #expect(
            try value("cover.a", .state, #"{"s":"closing"}"#) == .number(1) && value("cover.a", .state, #"{"s":"closed"}"#) == .number(0))
        let player = #"{"s":"playing","a":{"volume_level":0.4,"is_volume_muted":true,"source":"TV"}}"#
        #expect(try value("media_player.a", .volume, player) == .number(0.4) && value("media_player.a", .mute, player) == .number(1))
        #expect(try value("media_player.a", .source, player) == .word("TV"))
        #expect(try value("media_player.a", .volume, #"{"s":"off"}"#) == .absent("it is off"))
        #expect(try value("media_player.a", .volume, #"{"s":"standby"}"#) == .absent("it has no volume now"))
        #expect(try value("media_player.a", .state, #"{"s":"standby"}"#) == .number(0))
        #expect(try value("climate.a", .temperature, #"{"s":"heat","a":{"temperature":21.5}}"#) == .number(21.5))
        #expect(
            try value("climate.a", .mode, #"{"s":"off"}"#) == .word("off") && value("climate.a", .state, #"{"s":"heat"}"#) == .number(1))
        #expect(try value("number.a", .value, #"{"s":"20.5"}"#) == .number(20.5) && value("number.a", .value, #"{"s":"inf"}"#) == .unknown)
        #expect(try value("select.a", .option, #"{"s":"slow"}"#) == .word("slow"))
    }

    /// An entity, an attribute, what is wished, and the service with its data.
    private static let services: [(String, HomeAssistantTargetSpec.Attribute, HomeAssistantProperty.Wish, String)] = [
        ("light.a", .brightness, .number(0.5), #"turn_on {"brightness":128}"#), ("light.a", .brightness, .number(0), "turn_off {}"),
        ("light.a", .brightness, .number(0.0001), #"turn_on {"brightness":1}"#),
        ("light.a", .brightness, .number(7), #"turn_on {"brightness":255}"#),
        ("light.a", .color, .number(0x80_4000), #"turn_on {"brightness":128,"rgb_color":[255,128,0]}"#),
        ("light.a", .color, .number(0), "turn_off {}"),
        ("light.a", .temperature, .number(2700.4), #"turn_on {"color_temp_kelvin":2700}"#),
        ("light.a", .effect, .word("rainbow"), #"turn_on {"effect":"rainbow"}"#),
        ("light.a", .temperature, .number(1e300), #"turn_on {"color_temp_kelvin":1000000000}"#),
        ("switch.a", .state, .number(1), "turn_on {}"), ("input_boolean.a", .state, .number(0), "turn_off {}"),
        ("fan.a", .speed, .number(0.004), #"set_percentage {"percentage":1}"#),
        ("fan.a", .preset, .word("auto"), #"set_preset_mode {"preset_mode":"auto"}"#),
        ("cover.a", .position, .number(0.3), #"set_cover_position {"position":30}"#),
        ("valve.a", .position, .number(1), #"set_valve_position {"position":100}"#),
        ("cover.a", .tilt, .number(0), #"set_cover_tilt_position {"tilt_position":0}"#),
        ("cover.a", .state, .number(1), "open_cover {}"), ("valve.a", .state, .number(0), "close_valve {}"),
        ("media_player.a", .volume, .number(0.123456), #"volume_set {"volume_level":0.1235}"#),
        ("media_player.a", .mute, .number(1), #"volume_mute {"is_volume_muted":true}"#),
        ("media_player.a", .source, .word("TV"), #"select_source {"source":"TV"}"#),
        ("climate.a", .temperature, .number(21.5), #"set_temperature {"temperature":21.5}"#),
        ("climate.a", .mode, .word("heat"), #"set_hvac_mode {"hvac_mode":"heat"}"#),
        ("number.a", .value, .number(20.123456), #"set_value {"value":20.1235}"#),
        ("number.a", .value, .number(1e300), #"set_value {"value":1e+300}"#),
        ("input_select.a", .option, .word("x"), #"select_option {"option":"x"}"#),
    ]

    @Test("what is wished is the call that Home Assistant has for it", arguments: HomeAssistantTests.services.indices)
    func calls(index: Int) throws {
        let (entity, attribute, wish, wanted) = Self.services[index]
        let call = try #require(HomeAssistantProperty(entity, attribute)).call(wish)
        let place = try #require(wanted.firstIndex(of: " "))
        #expect(try call.service == wanted[..<place] && .object(call.data) == json(String(wanted[place...])))
        #expect(call.domain == String(entity.prefix { $0 != "." }))
        #expect(call.members["target"] == .object(["entity_id": .text(entity)]))
    }

    @Test("a color that a lamp has calculated its own way is an answer, another color is none")
    func answers() throws {
        let lamp = try #require(HomeAssistantProperty("light.a", .color))
        let traits = lamp.traits(decimals: 0)
        #expect(lamp.isAnswer(0xFF_8800, to: 0xFE_8A02, traits) && !lamp.isAnswer(0xFF_8800, to: 0xFF_8805, traits))
        let gain = try #require(HomeAssistantProperty("number.a", .value))
        #expect(gain.isAnswer(20.4, to: 20, gain.traits(decimals: 0)) && !gain.isAnswer(20.4, to: 20, gain.traits(decimals: 1)))
    }

    @Test("the list of what there is names rooms, is cut, and may come as a text")
    func catalog() throws {
        let catalog = HomeAssistantCatalog()
        let rows =
            #"[["light.b","B","Office",2000,6500,["hs","color_temp"]],["light.a","","Attic",null,null,["onoff"]],["sensor.x","X","",0,1,[]],["light.c"],"#
            + #"[1,2,3,4,5,6],["scene.m","Movie\u001b[31m","",null,null,[]],["number.n","N","x",0,50,{}],0]"#
        catalog.take(try json(#"{"result":\#(rows)}"#))
        #expect(catalog.things.map(\.id) == ["scene.m", "light.a", "light.b", "number.n"])
        #expect(
            catalog.things.map(\.name) == ["Movie\u{FFFD}[31m", "light.a", "B", "N"]
                && catalog.things.map(\.room) == ["", "Attic", "Office", "x"])
        #expect(catalog.others(than: "light.x") == ": there is light.a, light.b" && catalog.others(than: "fan.x").isEmpty)
        let press = try #require(catalog.things[0].offers(named: "house").first)
        #expect(press.what == "press" && press.parameter["kind"] == .text("trigger"))
        #expect(press.parameter["target"] == .object(["home-assistant": .text("house"), "entity": .text("scene.m")]))
        #expect(catalog.things[1].offers(named: "house").map(\.what) == ["state"])
        #expect(catalog.things[2].offers(named: "house").map(\.what) == ["brightness", "state", "color", "temperature"])
        let warmth = catalog.things[2].offers(named: "house")[3].parameter
        #expect(
            warmth["min"] == .number(spelling: "2000") && warmth["max"]?.double == 6500
                && warmth["target"]?["attribute"] == .text("temperature"))
        #expect(catalog.things[3].offers(named: "house").first?.parameter["max"]?.double == 50)
        let known = catalog.things
        catalog.forget()
        catalog.take(try json(JSONValue.object(["result": .text(rows)]).rendered))
        #expect(catalog.things == known)
        for nonsense in ["{}", #"{"result":"["}"#, #"{"result":5}"#, "null"] { catalog.take(try json(nonsense)) }
        #expect(catalog.things == known)
    }
}
