/// The version of this faderd, as `--version`, `GET /v1/status` and `openapi.json` show it. `scripts/version.sh` reads this line.
public let faderdVersion = "0.3.0"
