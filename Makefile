# faderd. `make help` tells what there is. Every target gets its own Debian packages when they are missing.
PREFIX ?= /usr/local
DESTDIR ?=
ARGS ?=
export PREFIX DESTDIR

.DEFAULT_GOAL := help
.PHONY: help setup build release run test check lint vm bench install uninstall clean

help: ## what there is
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## the Debian packages for a build
	@scripts/setup.sh build

build: ## a debug build of everything
	@scripts/build.sh debug

release: ## static release binaries in .build/release
	@scripts/build.sh release

run: ## faderd with config/faderd.yaml, on virtual faders where there is no sequencer; ARGS="--log-level debug"
	@scripts/run.sh $(ARGS)

test: ## every test: units, services, and the real sequencer in a virtual machine
	@scripts/test.sh all

check: lint ## lint and the tests that need no virtual machine
	@scripts/test.sh quick

lint: ## format, scripts, manual pages, dependency arrows
	@scripts/lint.sh

vm: ## only the tests in the virtual machine; ARGS=FILTER
	@scripts/test.sh vm $(ARGS)

bench: release ## the figures of docs/PERFORMANCE.md
	@Tests/VM/setup.sh
	@Benchmarks/run.sh $(ARGS)

install: ## release binaries, units, manual pages, completions below PREFIX=/usr/local; DESTDIR is honoured
	@scripts/install.sh install

uninstall: ## takes away what install brought; configuration and state stay
	@scripts/install.sh uninstall

clean: ## everything that was built
	rm -rf .build
