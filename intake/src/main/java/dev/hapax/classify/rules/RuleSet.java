package dev.hapax.classify.rules;

import dev.hapax.classify.rules.Rule.Result;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;

/** The rules of one file, checked. */
public final class RuleSet {

    private static final String BUILT_IN = "/dev/hapax/rules.yaml";

    private final List<Rule> asWritten;
    private final List<Rule> byPriority;
    private final Result otherwise;
    private final Vocabulary vocabulary;
    private final Automaton automaton;
    private final String version;

    RuleSet(List<Rule> asWritten, Result otherwise, Vocabulary vocabulary) {
        this.asWritten = List.copyOf(asWritten);
        // The sort is stable: of two rules with one priority, the one written first stays first.
        this.byPriority = asWritten.stream()
                .sorted(Comparator.comparingInt(Rule::priority).reversed())
                .toList();
        this.otherwise = otherwise;
        this.vocabulary = vocabulary;
        this.automaton = new Automaton(vocabulary.keywords());
        this.version = RuleSetDigest.version(otherwise, byPriority);
    }

    /** @throws RuleFileException with everything that is wrong with the file */
    public static RuleSet load(Path file) {
        return parse(read(file), file.toString());
    }

    /**
     * The text of a rule file.
     *
     * @throws RuleFileException when it cannot be read
     */
    public static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (CharacterCodingException e) {
            throw new RuleFileException(List.of(file + ": is not UTF-8; save it as UTF-8"));
        } catch (NoSuchFileException e) {
            throw new RuleFileException(List.of(file + ": does not exist; check the name of the rule file"));
        } catch (IOException e) {
            throw new RuleFileException(
                    List.of(file + ": cannot be read (" + e.getMessage() + "); check that it is a file you may read"));
        }
    }

    /**
     * @param name what error messages call the text
     * @throws RuleFileException with everything that is wrong with it
     */
    public static RuleSet parse(String text, String name) {
        return RuleFile.read(text, name);
    }

    /** The rules that come with Hapax. */
    public static RuleSet builtIn() {
        try (InputStream in = RuleSet.class.getResourceAsStream(BUILT_IN)) {
            if (in == null) {
                throw new IllegalStateException(BUILT_IN + " is missing from the jar of Hapax; build it again");
            }
            return parse(new String(in.readAllBytes(), StandardCharsets.UTF_8), "built-in rules.yaml");
        } catch (IOException e) {
            throw new UncheckedIOException("Reading " + BUILT_IN, e);
        }
    }

    /** {@code rules@} and a hash of everything a judgement depends on. */
    public String version() {
        return version;
    }

    /** As the file has them. */
    public List<String> ids() {
        return asWritten.stream().map(Rule::id).toList();
    }

    List<Rule> asWritten() {
        return asWritten;
    }

    /** In the order in which they are asked. */
    List<Rule> byPriority() {
        return byPriority;
    }

    Result otherwise() {
        return otherwise;
    }

    Vocabulary vocabulary() {
        return vocabulary;
    }

    Automaton automaton() {
        return automaton;
    }
}
