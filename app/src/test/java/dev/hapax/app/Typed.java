package dev.hapax.app;

import dev.hapax.config.Environment;
import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/** A command as typed, and what came of it. */
public record Typed(int exitCode, String out, String err) {

    public static Typed hapax(String... arguments) {
        return hapax(name -> null, arguments);
    }

    /** With these environment variables in place of those of the process. */
    static Typed hapax(Environment environment, String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = Hapax.commandLine(environment)
                .setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF))
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments);
        return new Typed(exitCode, out.toString(), err.toString());
    }
}
