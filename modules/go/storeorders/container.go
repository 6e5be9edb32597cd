package storeorders

import (
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
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
	provider, host, err := connect(ctx)
	if err != nil {
		return nil, NoSimulatorError{Reason: fmt.Sprintf("Docker cannot be reached (%v)", err)}
	}
	defer provider.Close()
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
		return nil, failedStart(ctx, provider, image, started, err)
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
	container.keepRecord(os.Getenv("SIM_RECORD"))
	return container.Container.Terminate(ctx, options...)
}

// keepRecord appends the record to a file of this machine, which the container cannot write.
func (container *Container) keepRecord(file string) {
	if file == "" || container.Control == nil {
		return
	}
	record, err := container.Control.Record()
	if err == nil {
		err = appendTo(file, record)
	}
	if err != nil {
		// The end of a test run must not fail after the tests have passed.
		fmt.Fprintf(os.Stderr, "SIM_RECORD %s lacks the record of a container: %v\n", file, err)
	}
}

func appendTo(file, text string) error {
	opened, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = opened.WriteString(text)
	return firstOf(err, opened.Close())
}

// connect returns the engine and the host name of its ports. Testcontainers panics if it finds no engine.
func connect(ctx context.Context) (provider *testcontainers.DockerProvider, host string, err error) {
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("%v", reason)
		}
	}()
	if provider, err = testcontainers.NewDockerProvider(); err != nil {
		return nil, "", err
	}
	if err = provider.Health(ctx); err != nil {
		return nil, "", err
	}
	host, err = provider.DaemonHost(ctx)
	return provider, host, err
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

// withoutRyuk is the way without the container that Testcontainers starts to remove the others.
const withoutRyuk = "Set TESTCONTAINERS_RYUK_DISABLED=true if you remove the containers of a killed run yourself"

// failedStart removes the container of a failed start. The error says what to do about it.
func failedStart(
	ctx context.Context,
	provider *testcontainers.DockerProvider,
	image string,
	started *testcontainers.DockerContainer,
	cause error,
) error {
	if started != nil && started.GetContainerID() != "" {
		log := logOf(ctx, started)
		if strings.Contains(cause.Error(), ": reaper: ") {
			reason := fmt.Sprintf("Docker cannot start testcontainers/ryuk (%v). %s", cause, withoutRyuk)
			return firstOf(NoSimulatorError{Reason: reason}, testcontainers.TerminateContainer(started))
		}
		return firstOf(
			fmt.Errorf("store-orders-sim was not ready: %w%s", cause, endOfLog(log)),
			testcontainers.TerminateContainer(started),
		)
	}
	images, err := provider.ListImages(ctx)
	known := slices.ContainsFunc(images, func(one testcontainers.ImageInfo) bool {
		return one.Name == image || one.Name == image+":latest"
	})
	if err != nil || known {
		return cause
	}
	return fmt.Errorf("image %s is not on this machine and cannot be pulled (%w); run `docker build -t store-orders-sim .` in a "+
		"clone of store-orders-sim, or pass the name of another image", image, cause)
}

func logOf(ctx context.Context, container *testcontainers.DockerContainer) string {
	reader, err := container.Logs(ctx)
	if err != nil {
		return err.Error()
	}
	defer reader.Close()
	text, err := io.ReadAll(reader)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

func firstOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
