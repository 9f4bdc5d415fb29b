# faderd and its Python library, of the sources in `src`.
#
# `swift` is a toolchain with clang, lld and the static libraries, version 6.2 or newer, whose programs run where nix builds. Nothing is fetched during
# the build: the packages that Swift needs are inputs.
{
  pkgs,
  src,
  swift,
}:
let
  inherit (pkgs) lib stdenv fetchgit;
  version = "0.3.0";

  # What Package.swift asks for, in the versions with which this release was tested (docs/packaging.md).
  swiftPackage =
    name: version: hash:
    fetchgit {
      url = "https://github.com/apple/${name}.git";
      rev = "refs/tags/${version}";
      inherit hash;
      name = "${name}-${version}";
      passthru = { inherit version; };
    };
  swiftPackages = {
    swift-nio = swiftPackage "swift-nio" "2.101.2" "sha256-ZT0LhqgFpyDD5yenfMKzBYPmsVMOWCT8/dP12F1i/fQ=";
    swift-argument-parser = swiftPackage "swift-argument-parser" "1.8.2" "sha256-87davPixt6+/NIuYi2HSc/L6SJqfQClToWPK89N3ToQ=";
    swift-log = swiftPackage "swift-log" "1.16.2" "sha256-ZnyTd7bWdxROaZhfscXHK2CWJOfKUhhuc69hRenu0Xo=";
    swift-collections = swiftPackage "swift-collections" "1.6.0" "sha256-nt43pWIwFFjdsHdbKSOOK3CCT32YGHvEt1jQ9PFp4dg=";
    swift-atomics = swiftPackage "swift-atomics" "1.3.0" "sha256-SGalN8YFd/3DtU9tr+vK0pqytRB1a8y6NNAgggrjZW4=";
    swift-system = swiftPackage "swift-system" "1.8.1" "sha256-mnQcCHYW0oCadmIE9ayjs3aZiCVQRuliQ0qWpQ22OFQ=";
  };

  # Swift wants repositories with tags, so each input becomes one, which git finds in the place of the real one.
  repository = name: input: ''
    cp -r --no-preserve=mode ${input} "$repositories/${name}.git"
    git -C "$repositories/${name}.git" init -q
    git -C "$repositories/${name}.git" add --all --force
    git -C "$repositories/${name}.git" -c user.name=nix -c user.email=nix@packages.invalid commit -q -m ${input.version}
    git -C "$repositories/${name}.git" tag ${input.version}
  '';

  opened = [
    pkgs.icu
    pkgs.libpulseaudio
    pkgs.systemd
    pkgs.mosquitto
    pkgs.qrencode
    pkgs.expat
  ];
in
{
  faderd = stdenv.mkDerivation {
    pname = "faderd";
    inherit version src;

    nativeBuildInputs = [
      swift
      pkgs.git
      pkgs.pkg-config
    ];
    buildInputs = [
      pkgs.alsa-lib
      pkgs.libyaml
    ];

    postPatch = "patchShebangs scripts debian/tests";

    buildPhase = ''
      runHook preBuild
      export HOME=$NIX_BUILD_TOP/home repositories=$NIX_BUILD_TOP/repositories
      mkdir -p "$HOME" "$repositories"
      ${lib.concatStrings (lib.mapAttrsToList repository swiftPackages)}
      git config --global url."file://$repositories/".insteadOf https://github.com/apple/
      scripts/build.sh release
      runHook postBuild
    '';

    doCheck = true;
    checkPhase = ''
      runHook preCheck
      scripts/version.sh --check
      FADERD_BIN=.build/release debian/tests/smoke
      runHook postCheck
    '';

    installPhase = ''
      runHook preInstall
      PREFIX=$out DESTDIR= scripts/install.sh install
      runHook postInstall
    '';

    # The linker has left the symbols out already.
    dontStrip = true;
    # These are opened when a config needs them, and never linked.
    postFixup = "patchelf --add-rpath ${lib.makeLibraryPath opened} $out/bin/faderd $out/bin/faderctl";

    meta = {
      description = "Fader server for MIDI controllers";
      # Swift's libraries and packages are linked in.
      license = [
        lib.licenses.mit
        lib.licenses.asl20
        lib.licenses.bsd3
      ];
      mainProgram = "faderctl";
      platforms = [ "x86_64-linux" ];
    };
  };

  python3-faderd = pkgs.python3Packages.toPythonModule (
    stdenv.mkDerivation {
      pname = "python3-faderd";
      inherit version src;
      nativeBuildInputs = [ pkgs.python3 ];
      dontBuild = true;
      installPhase = "python3 Clients/python/archives.py --unpacked $out/${pkgs.python3.sitePackages}";
      meta = {
        description = "Faders in programs of one's own (Python 3)";
        license = lib.licenses.mit;
      };
    }
  );
}
