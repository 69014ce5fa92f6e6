package dev.hapax.operations.campaign;

import dev.hapax.campaign.Recipient;
import dev.hapax.operations.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Looks at every recipient of a file, and reports what is wrong with it: a bounded number of problems, and how many there are. */
final class RecipientScan {

    static final int MOST_REPORTED = 100;

    private final String file;
    private final Further further;
    private final List<RecipientProblem> problems = new ArrayList<>();
    private final List<RecipientProblem> sameAddresses = new ArrayList<>();
    private long good;
    private long bad;
    private long repeated;
    private long conflicts;
    private long duplicates;

    /** @param further looks at each recipient that is well formed */
    RecipientScan(String file, Further further) {
        this.file = file;
        this.further = further;
    }

    /** What else a recipient has to be. */
    @FunctionalInterface
    interface Further {

        Further NOTHING = (line, recipient) -> null;

        /** What is wrong with a recipient; null if nothing is. */
        @Nullable
        String problem(long line, Recipient recipient);
    }

    /** @param folder for working files */
    void read(RecipientReader reader, Path folder, Progress progress) throws IOException {
        try (RecipientIndex index = new RecipientIndex(folder)) {
            for (RecipientLine line = reader.next(); line != null; line = reader.next()) {
                take(line, index);
                progress.at("checking recipients", good + bad, 0);
            }
            index.repeatedIds(progress, (line, before) -> repeated++, this::conflict);
            index.repeatedAddresses(progress, this::duplicate);
        }
        problems.sort(Comparator.comparingLong(RecipientProblem::line).thenComparingInt(RecipientProblem::column));
    }

    private void take(RecipientLine line, RecipientIndex index) {
        if (line instanceof RecipientLine.Good recipient) {
            String problem = further.problem(recipient.line(), recipient.recipient());
            if (problem == null) {
                good++;
            } else {
                bad(new RecipientProblem(file, recipient.line(), 0, problem));
            }
            index.add(recipient.line(), recipient.recipient());
        } else if (line instanceof RecipientLine.Bad wrong) {
            bad(wrong.problem());
        } else {
            throw new IllegalStateException("unknown line " + line);
        }
    }

    private void conflict(long line, long before) {
        conflicts++;
        report(
                new RecipientProblem(
                        file,
                        line,
                        0,
                        "the id is already on line " + before
                                + ", with another address or other values; remove one of the two, or give it an id of its own"));
    }

    private void bad(RecipientProblem problem) {
        bad++;
        report(problem);
    }

    private void report(RecipientProblem problem) {
        if (problems.size() < MOST_REPORTED) {
            problems.add(problem);
        }
    }

    private void duplicate(long line, long before) {
        duplicates++;
        if (sameAddresses.size() < MOST_REPORTED) {
            sameAddresses.add(new RecipientProblem(file, line, 0, "the address is also on line " + before));
        }
    }

    /** Well-formed recipients, those that repeat an earlier one included. */
    long good() {
        return good;
    }

    long bad() {
        return bad;
    }

    /** How many recipients repeat an id with another address or other values. */
    long conflicts() {
        return conflicts;
    }

    /** How many recipients are there again, with the same address and values. */
    long repeated() {
        return repeated;
    }

    /** How many recipients have the address of another one. */
    long duplicates() {
        return duplicates;
    }

    /** The first ones, in the order of the file. */
    List<RecipientProblem> problems() {
        return List.copyOf(problems);
    }

    List<RecipientProblem> sameAddresses() {
        return List.copyOf(sameAddresses);
    }
}
