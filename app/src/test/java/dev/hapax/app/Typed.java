package dev.hapax.app;

import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/** A command as typed, and what came of it. */
public record Typed(int exitCode, String out, String err) {

    public static Typed hapax(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = Hapax.commandLine()
                .setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF))
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments);
        return new Typed(exitCode, out.toString(), err.toString());
    }
}
