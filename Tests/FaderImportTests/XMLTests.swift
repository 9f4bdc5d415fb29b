import Testing

@testable import FaderImport

@Suite("XML of other programs")
struct XMLTests {
    @Test("elements, attributes and text are read, whatever the encoding and the namespace")
    func read() throws {
        let root = try XMLElement.read(
            Array(#"<?xml version="1.0"?><!DOCTYPE a><q:a xmlns:q="x" k="&lt;1"> t <B>u &amp; v</B><b/></q:a>"#.utf8))
        #expect(root.name == "a" && root.attribute("k") == "<1" && root.text.oneLine == "t")
        #expect(root.all("b").count == 2 && root.words("b") == "u & v" && root.words("c") == nil)
        let short = Array(#"<!DOCTYPE a [<!ENTITY on "0x90">]><a b="&on;">&on;</a>"#.utf8)
        #expect(try XMLElement.read(short).text == "0x90" && XMLElement.read(short).attribute("b") == "0x90")
        let latin = Array(#"<?xml version="1.0" encoding="ISO-8859-1"?><a>"#.utf8) + [0xE4] + Array("</a>".utf8)
        #expect(try XMLElement.read(latin).text == "ä")
    }

    @Test(
        "what is not XML, or could grow, is refused with a sentence",
        arguments: [
            ("hello", "is neither XML nor JSON; what can be read is Ardour"),
            ("\n<!DOCTYPE html>\n<html><br></html>", "is a page of the web, not the file itself"),
            (#"<?xml version="1.0" encoding="windows-1252"?><a/>"#, "save it as UTF-8"), ("<a>", "no element found at line 1, column 4"),
            ("<a></b>", "mismatched tag"),
            (#"<!DOCTYPE a [<!ENTITY x "y"><!ENTITY z "&x;&x;">]><a>&z;</a>"#, "declares an entity"),
            (#"<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>"#, "declares an entity"),
            (#"<!DOCTYPE a [<!ENTITY % x "y">]><a/>"#, "declares an entity"), ("<a>&x;</a>", "undefined entity"),
            ("<!DOCTYPE a [<!ENTITY x \"" + String(repeating: "y", count: 65) + "\">]><a/>", "declares an entity"),
            (
                "<!DOCTYPE a [<!ENTITY x \"" + String(repeating: "y", count: 64) + "\">]><a>" + String(repeating: "&x;", count: 262_145)
                    + "</a>",
                "more than 16 MiB of text"
            ),
            (
                "<!DOCTYPE a [<!ENTITY x \"" + String(repeating: "y", count: 64) + "\">]><a b='" + String(repeating: "&x;", count: 262_145)
                    + "'/>",
                "more than 16 MiB of text"
            ),
            (String(repeating: "<a>", count: 65), "more than 64 in one another"),
            ("<a>" + String(repeating: "<b/>", count: 200_001) + "</a>", "more than 200000 elements"),
        ])
    func refused(text: String, reason: String) {
        #expect { try XMLElement.read(Array(text.utf8)) } throws: { "\($0)".contains(reason) }
    }

    @Test("bytes that are not UTF-8, where the file says nothing else, are refused with what to do")
    func latin() {
        #expect { try XMLElement.read(Array("<a>".utf8) + [0xE4] + Array("</a>".utf8)) } throws: { "\($0)".contains("save it as UTF-8") }
        #expect { try XMLElement.read(Array("<a b>".utf8)) } throws: { !"\($0)".contains("UTF-8") }
    }

    @Test("without libexpat, the sentence says what to install")
    func missing() {
        #expect { try Expat.load(libraries: ["libfaderd-none.so.1"]) } throws: { "\($0)".contains("install libexpat1") }
    }
}
