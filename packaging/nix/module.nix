# services.faderd: the unit of the whole machine, or that of each session. packagesFor: what makes faderd of nixpkgs.
packagesFor:
{
  config,
  lib,
  pkgs,
  ...
}:
let
  cfg = config.services.faderd;
  # What share/faderd/network.conf has.
  network = lib.mkIf cfg.network {
    RestrictAddressFamilies = "AF_INET AF_INET6 AF_NETLINK";
    PrivateNetwork = false;
  };
in
{
  options.services.faderd = {
    enable = lib.mkEnableOption "faderd for the whole machine, also while nobody is logged in";
    session = lib.mkEnableOption "faderd for each session, which reaches its sound server and its players";
    package = lib.mkOption {
      type = lib.types.package;
      default = (packagesFor pkgs).faderd;
      defaultText = lib.literalMD "the faderd of this flake";
      description = "The faderd to run.";
    };
    configFile = lib.mkOption {
      type = lib.types.nullOr lib.types.path;
      default = null;
      example = lib.literalExpression "./faderd.yaml";
      description = "What becomes /etc/faderd/faderd.yaml. No secrets: everybody can read it.";
    };
    network = lib.mkEnableOption "the network for the units: OSC, consoles, OBS, MQTT and lights need it";
    addresses = lib.mkOption {
      type = lib.types.listOf lib.types.str;
      default = [
        "localhost"
        "link-local"
        "multicast"
        "10.0.0.0/8"
        "172.16.0.0/12"
        "192.168.0.0/16"
        "255.255.255.255"
      ];
      description = "With network, the addresses that the unit of the whole machine may reach.";
    };
  };

  config = lib.mkIf (cfg.enable || cfg.session) {
    assertions = [
      {
        assertion = !(cfg.enable && cfg.session);
        message = "services.faderd: enable or session, not both: two daemons would move the same motors";
      }
    ];

    environment.systemPackages = [ cfg.package ];
    environment.etc = lib.mkIf (cfg.configFile != null) { "faderd/faderd.yaml".source = cfg.configFile; };
    boot.kernelModules = [ "snd-seq" ];

    systemd.packages = [ cfg.package ];
    systemd.services.faderd = lib.mkIf cfg.enable {
      wantedBy = [ "multi-user.target" ];
      restartTriggers = lib.optional (cfg.configFile != null) cfg.configFile;
      serviceConfig = lib.mkMerge [
        network
        (lib.mkIf cfg.network { IPAddressAllow = cfg.addresses; })
      ];
    };
    systemd.user.services.faderd = lib.mkIf cfg.session {
      wantedBy = [ "default.target" ];
      serviceConfig = network;
    };

    # The user of systemd/sysusers.conf.
    users.users.faderd = lib.mkIf cfg.enable {
      isSystemUser = true;
      group = "faderd";
      home = "/var/lib/faderd";
      description = "Fader server";
    };
    users.groups.faderd = lib.mkIf cfg.enable { };

    # What share/faderd/limits.conf has.
    security.pam.loginLimits = lib.mkIf cfg.session [
      {
        domain = "@audio";
        type = "-";
        item = "rtprio";
        value = "95";
      }
      {
        domain = "@audio";
        type = "-";
        item = "memlock";
        value = "unlimited";
      }
    ];
  };
}
