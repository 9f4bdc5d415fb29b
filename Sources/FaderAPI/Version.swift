/// The version of this faderd, as `--version` and `GET /v1/status` show it.
public let faderdVersion = "0.1.0"
