package storeorders

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"

	"github.com/testcontainers/testcontainers-go"
	"github.com/testcontainers/testcontainers-go/wait"
)

// DefaultImage is the image of the same release as the module, and in a clone the one that `docker build -t store-orders-sim .` makes.
var DefaultImage = defaultImage()

const (
	servicePort = "4010/tcp"
	controlPort = "4011/tcp"
)

// released is a part of the path of a source file that Go has downloaded: the repository, in which `!` marks an upper-case letter,
// and the version.
var released = regexp.MustCompile(`github\.com/([^/@]+/[^/@]+)/modules/go@v(\d+\.\d+\.\d+(?:-[\w.]+)?)/`)

// defaultImage looks at the path of this file, because Go keeps no versions of modules in the program of a test.
func defaultImage() string {
	_, source, _, _ := runtime.Caller(0)
	return imageFor(filepath.ToSlash(source))
}

func imageFor(source string) string {
	found := released.FindStringSubmatch(source)
	if found == nil {
		return "store-orders-sim"
	}
	return "ghcr.io/" + strings.ToLower(strings.ReplaceAll(found[1], "!", "")) + ":" + found[2]
}

// Container is a simulator in a container.
type Container struct {
	testcontainers.Container
	Endpoints
}

// Run starts the simulator in a container and waits until /readyz responds with 200. In a run of `matrix` the container gets the
// cell. The error of a failed start contains the end of the log.
//
//	store, err := storeorders.Run(ctx, storeorders.DefaultImage, storeorders.WithProfile("typical"))
//	testcontainers.CleanupContainer(t, store)
func Run(ctx context.Context, image string, options ...testcontainers.ContainerCustomizer) (*Container, error) {
	host, err := engineHost(ctx)
	if err != nil {
		return nil, NoSimulatorError{Reason: fmt.Sprintf("Docker cannot be reached (%v)", err)}
	}
	var variables map[string]string
	given := []testcontainers.ContainerCustomizer{
		testcontainers.WithExposedPorts(servicePort, controlPort),
		testcontainers.WithWaitStrategy(wait.ForHTTP("/readyz").WithPort(controlPort)),
	}
	given = append(given, options...)
	for _, option := range defaults {
		given = append(given, option)
	}
	given = append(given, reachedAs(host), cell(), Option(func(request *testcontainers.GenericContainerRequest) error {
		variables = request.Env
		return nil
	}))
	started, err := testcontainers.Run(ctx, image, given...)
	if err != nil {
		return nil, failedStart(ctx, started, err)
	}
	container := &Container{Container: started}
	serviceURL, err := started.PortEndpoint(ctx, servicePort, "http")
	if err != nil {
		return container, err
	}
	controlURL, err := started.PortEndpoint(ctx, controlPort, "http")
	container.Endpoints = newEndpoints(serviceURL, controlURL, variables)
	return container, err
}

// Terminate removes the container. In a run of `matrix`, its record is appended to the file SIM_RECORD before.
func (container *Container) Terminate(ctx context.Context, options ...testcontainers.TerminateOption) error {
	if file := os.Getenv("SIM_RECORD"); file != "" && container.Control != nil {
		if err := container.appendRecord(file); err != nil {
			// The end of a test run must not fail after the tests have passed.
			fmt.Fprintf(os.Stderr, "SIM_RECORD %s lacks the record of a container: %v\n", file, err)
		}
	}
	return container.Container.Terminate(ctx, options...)
}

// appendRecord writes to a file of this machine, which the container cannot.
func (container *Container) appendRecord(file string) error {
	record, err := container.Control.Record()
	if err != nil {
		return err
	}
	opened, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = opened.WriteString(record)
	return errors.Join(err, opened.Close())
}

// engineHost returns the host name of the ports of the engine. Testcontainers panics if it finds no engine.
func engineHost(ctx context.Context) (host string, err error) {
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("%v", reason)
		}
	}()
	provider, err := testcontainers.NewDockerProvider()
	if err != nil {
		return "", err
	}
	defer provider.Close()
	if err = provider.Health(ctx); err != nil {
		return "", err
	}
	return provider.DaemonHost(ctx)
}

func reachedAs(host string) Option {
	hosts := []string{host}
	if address := net.ParseIP(host); address != nil && address.IsPrivate() {
		// From within a container, the address of the engine's gateway is known only after the start.
		hosts = []string{"*"}
	}
	return func(request *testcontainers.GenericContainerRequest) error {
		for _, aliases := range request.NetworkAliases {
			hosts = append(hosts, aliases...)
		}
		return withVariable("SIM_CONTROL_HOSTS", strings.Join(hosts, ","))(request)
	}
}

// cell passes on the cell of a run of `matrix`. A cell, even an empty one, makes the simulator keep a record.
func cell() Option {
	cell := os.Getenv("SIM_CELL")
	if cell == "" && os.Getenv("SIM_RECORD") != "" {
		cell = "{}"
	}
	return func(request *testcontainers.GenericContainerRequest) error {
		if cell == "" {
			return nil
		}
		return withVariable("SIM_CELL", cell)(request)
	}
}

// failedStart removes the container of a failed start. The error has the end of its log.
func failedStart(ctx context.Context, started *testcontainers.DockerContainer, cause error) error {
	if started == nil || started.GetContainerID() == "" {
		return cause
	}
	failed := fmt.Errorf("store-orders-sim was not ready: %w%s", cause, endOfLog(logOf(ctx, started)))
	return errors.Join(failed, testcontainers.TerminateContainer(started))
}

func logOf(ctx context.Context, container *testcontainers.DockerContainer) string {
	reader, err := container.Logs(ctx)
	if err != nil {
		return err.Error()
	}
	defer reader.Close()
	text, _ := io.ReadAll(reader) // What was read is all there is.
	return string(text)
}
