# NixOS: packages, and a module that has the units.
#
# The Swift of nixpkgs may be older than 6.2. Then an overlay of your own has to have a newer one, as swift-toolchain.
{
  description = "faderd, the fader server for MIDI controllers";

  inputs.nixpkgs.url = "nixpkgs";

  outputs =
    { self, nixpkgs }:
    let
      system = "x86_64-linux";
      packagesFor =
        pkgs:
        import ./packages.nix {
          inherit pkgs;
          src = ../..;
          swift = pkgs.swift-toolchain or pkgs.swift;
        };
    in
    {
      packages.${system} = packagesFor nixpkgs.legacyPackages.${system};
      overlays.default = final: _: { inherit (packagesFor final) faderd python3-faderd; };
      nixosModules.default = import ./module.nix packagesFor;
    };
}
