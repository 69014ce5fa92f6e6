package dev.hapax.faults;

import com.sun.jdi.Bootstrap;
import com.sun.jdi.Method;
import com.sun.jdi.ObjectReference;
import com.sun.jdi.ReferenceType;
import com.sun.jdi.StringReference;
import com.sun.jdi.ThreadReference;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.AttachingConnector;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.event.BreakpointEvent;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.request.BreakpointRequest;
import com.sun.jdi.request.EventRequest;
import dev.hapax.harness.HapaxProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Stops a process where a method is called with a file, so that a test can kill it exactly there. */
final class Debugger {

    /** Makes a JVM print the port that it can be attached to. */
    static final String FLAG = "-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=127.0.0.1:0";

    private static final Pattern PORT = Pattern.compile("Listening for transport dt_socket at address: (\\d+)");

    private final VirtualMachine machine;
    private @Nullable EventSet stopped;

    private Debugger(VirtualMachine machine) {
        this.machine = machine;
    }

    static Debugger attach(HapaxProcess process) throws Exception {
        Matcher port = PORT.matcher(process.printedToOut());
        if (!port.find()) {
            throw new IOException("no port of a debugger in " + process.printedToOut());
        }
        AttachingConnector connector = Bootstrap.virtualMachineManager().attachingConnectors().stream()
                .filter(each -> each.name().equals("com.sun.jdi.SocketAttach"))
                .findFirst()
                .orElseThrow();
        Map<String, Connector.Argument> arguments = connector.defaultArguments();
        set(arguments, "hostname", "127.0.0.1");
        set(arguments, "port", port.group(1));
        return new Debugger(connector.attach(arguments));
    }

    private static void set(Map<String, Connector.Argument> arguments, String name, String value) {
        Connector.Argument argument = arguments.get(name);
        if (argument == null) {
            throw new IllegalArgumentException(name + " is none of " + arguments.keySet());
        }
        argument.setValue(value);
    }

    /** Stops the process whenever the static method of a loaded class is called with a file. */
    void stopAt(String type, String method) {
        ReferenceType loaded = machine.classesByName(type).get(0);
        Method called = loaded.methodsByName(method, "(Ljava/io/File;)V").get(0);
        BreakpointRequest request = machine.eventRequestManager().createBreakpointRequest(called.location());
        request.setSuspendPolicy(EventRequest.SUSPEND_ALL);
        request.enable();
    }

    /** Lets the process go on to its next stop, and returns the file that the method is called with there. */
    Path awaitStop(Duration patience) throws Exception {
        long deadline = System.nanoTime() + patience.toNanos();
        while (true) {
            if (stopped != null) {
                stopped.resume();
            }
            long left = Duration.ofNanos(deadline - System.nanoTime()).toMillis();
            stopped = left > 0 ? machine.eventQueue().remove(left) : null;
            if (stopped == null) {
                throw new AssertionError("not called within " + patience);
            }
            for (Event event : stopped) {
                if (event instanceof BreakpointEvent stop) {
                    return file(stop.thread());
                }
            }
        }
    }

    private static Path file(ThreadReference thread) throws Exception {
        ObjectReference file =
                (ObjectReference) thread.frame(0).getArgumentValues().get(0);
        StringReference path =
                (StringReference) file.getValue(file.referenceType().fieldByName("path"));
        return Path.of(path.value());
    }
}
