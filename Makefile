# faderd. `make help` lists the targets. Every target installs the Debian packages it needs that are missing.
PREFIX ?= /usr/local
DESTDIR ?=
ARGS ?=
ARCH ?=
export PREFIX DESTDIR

.DEFAULT_GOAL := help
.PHONY: help setup build release run test check lint vm test-arm64 test-home-assistant test-rtp-midi bench deb install uninstall dist clean

help: ## lists the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## installs the Debian packages for a build
	@scripts/setup.sh build

build: ## makes a debug build of everything
	@scripts/build.sh debug

release: ## makes static release binaries in .build/release
	@scripts/build.sh release

run: ## runs faderd with config/faderd.yaml, on virtual faders if there is no sequencer; ARGS="--log-level debug"
	@scripts/run.sh $(ARGS)

test: ## runs every test: modules, services, and the real sequencer in a virtual machine
	@scripts/test.sh all

check: lint ## runs lint and the tests that need no virtual machine
	@scripts/test.sh quick

lint: ## checks format, scripts, manual pages
	@scripts/lint.sh

vm: ## runs only the tests in the virtual machine; ARGS=FILTER
	@scripts/test.sh vm $(ARGS)

test-arm64: ## builds for 64-bit ARM and runs the programs under qemu-user
	@Tests/arm64/programs.sh

test-home-assistant: ## tests the targets of a real Home Assistant, which it installs in .build/roots/house; ARGS=FILTER
	@Tests/HomeAssistant/house.sh $(ARGS)

test-rtp-midi: release ## tests a surface on the network with two rtpmidid, which it builds in .build/rtpmidid; ARGS=FILTER
	@Tests/RTPMIDI/desk.sh $(ARGS)

bench: release ## measures the figures of docs/PERFORMANCE.md
	@Tests/VM/setup.sh
	@Benchmarks/run.sh $(ARGS)

deb: ## makes the Debian packages in .build/deb, for Debian 12 and everything newer; ARCH=arm64 for 64-bit ARM
	@ARCH=$(ARCH) scripts/deb.sh

install: ## installs release binaries, units, manual pages, completions below PREFIX=/usr/local; honors DESTDIR
	@scripts/install.sh install

uninstall: ## removes what install installed; configuration and state stay
	@scripts/install.sh uninstall

dist: ## makes the source archive of the last commit, and those of the Python library, in .build/dist
	@scripts/dist.sh

clean: ## removes everything that was built
	rm -rf .build
