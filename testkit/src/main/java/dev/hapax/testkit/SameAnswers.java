package dev.hapax.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Asks about the same inputs on every {@link Occasion} and compares the answers with the first ones.
 *
 * @param called the plug-in, as error messages name it
 * @param contended how many inputs, from the first on, are asked about from several threads
 * @param fresh makes an instance
 * @param reloaded makes an instance with classes of its own; null where that is not possible
 * @param <I> an input; its text names it in an error message
 */
record SameAnswers<I>(
        String called,
        List<I> inputs,
        int contended,
        Supplier<Subject<I>> fresh,
        @Nullable Supplier<Subject<I>> reloaded) {

    private static final int THREADS = 8;
    private static final int ROUNDS = 2_000;
    private static final long LONGEST_CONTENTION = TimeUnit.SECONDS.toNanos(2);

    /** Longer than the smallest step of any clock that a plug-in could read by mistake. */
    private static final long A_MOMENT = TimeUnit.MILLISECONDS.toNanos(20);

    /**
     * Makes all comparisons.
     *
     * @throws AssertionError when two answers differ
     */
    void check() {
        List<String> first;
        String expected;
        try (Subject<I> subject = opened(fresh)) {
            expected = subject.description();
            first = answers(subject);
            LockSupport.parkNanos(A_MOMENT);
            compareDescription(expected, subject, Occasion.AGAIN);
            for (int i = inputs.size() - 1; i >= 0; i--) {
                compare(subject, i, first, Occasion.AGAIN);
            }
            askFromThreads(subject, first);
            subject.reopen();
            compareAll(subject, first, Occasion.REOPENED);
        }
        compareInstance(fresh, expected, first, Occasion.SECOND_INSTANCE);
        if (reloaded != null) {
            compareInstance(reloaded, expected, first, Occasion.FRESH_CLASSES);
        }
        Occasion.elsewhere(() -> compareInstance(fresh, expected, first, Occasion.ELSEWHERE));
    }

    private static <I> Subject<I> opened(Supplier<Subject<I>> maker) {
        Subject<I> subject = maker.get();
        subject.open();
        return subject;
    }

    private List<String> answers(Subject<I> subject) {
        List<String> answers = new ArrayList<>();
        for (I input : inputs) {
            answers.add(subject.answer(input));
        }
        return answers;
    }

    private void compareInstance(
            Supplier<Subject<I>> maker, String description, List<String> first, Occasion occasion) {
        try (Subject<I> subject = opened(maker)) {
            compareDescription(description, subject, occasion);
            compareAll(subject, first, occasion);
        }
    }

    private void compareDescription(String description, Subject<I> subject, Occasion occasion) {
        if (!subject.description().equals(description)) {
            throw new AssertionError(called + " does not describe itself in the same way " + occasion + ".\n  first:  "
                    + description + "\n  second: " + subject.description());
        }
    }

    private void compareAll(Subject<I> subject, List<String> first, Occasion occasion) {
        for (int i = 0; i < inputs.size(); i++) {
            compare(subject, i, first, occasion);
        }
    }

    private void compare(Subject<I> subject, int index, List<String> first, Occasion occasion) {
        String second = subject.answer(inputs.get(index));
        if (!second.equals(first.get(index))) {
            throw new AssertionError(called + " gives different answers for the same input.\n  input:  "
                    + inputs.get(index) + "\n  first:  " + first.get(index) + "\n  second: " + second + "\n  ("
                    + occasion + ")");
        }
    }

    private void askFromThreads(Subject<I> subject, List<String> first) {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            CyclicBarrier start = new CyclicBarrier(THREADS);
            List<Future<?>> asked = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                int thread = i;
                asked.add(threads.submit(() -> {
                    start.await();
                    askRepeatedly(subject, thread, first);
                    return null;
                }));
            }
            for (Future<?> each : asked) {
                each.get();
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof AssertionError error) {
                throw error;
            }
            throw new AssertionError(called + " failed, " + Occasion.THREADS + ": " + e.getCause(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while it checked " + called, e);
        } finally {
            threads.shutdownNow();
        }
    }

    /** Each thread begins with another input, so that different ones meet. */
    private void askRepeatedly(Subject<I> subject, int thread, List<String> first) {
        long begin = System.nanoTime();
        for (int round = 0; round < ROUNDS && System.nanoTime() - begin < LONGEST_CONTENTION; round++) {
            compare(subject, (thread + round) % contended, first, Occasion.THREADS);
        }
    }

    /**
     * One instance of what is checked, used as Hapax uses it.
     *
     * @param <I> the type of an input
     */
    interface Subject<I> extends AutoCloseable {

        /** What must be the same for every instance, such as a version. */
        String description();

        void open();

        /** The answer as text; the same input must always get the same. */
        String answer(I input);

        @Override
        void close();

        default void reopen() {
            close();
            open();
        }
    }

    /** The circumstances of a question, which must not change the answer. */
    enum Occasion {
        AGAIN("asked again, in reverse order"),
        THREADS("asked from several threads at once"),
        REOPENED("after close and open"),
        SECOND_INSTANCE("from a second instance"),
        FRESH_CLASSES("from an instance whose classes were loaded again"),
        ELSEWHERE("with the locale tr-TR and the time zone Pacific/Kiritimati");

        /** Its lower case of I is not i, and its decimal separator is a comma. */
        private static final Locale OTHER_LOCALE = Locale.forLanguageTag("tr-TR");

        private static final TimeZone OTHER_ZONE = TimeZone.getTimeZone("Pacific/Kiritimati");

        private final String words;

        Occasion(String words) {
            this.words = words;
        }

        /** On a machine with other defaults than this one. */
        static void elsewhere(Runnable action) {
            Locale locale = Locale.getDefault();
            TimeZone zone = TimeZone.getDefault();
            try {
                Locale.setDefault(OTHER_LOCALE);
                TimeZone.setDefault(OTHER_ZONE);
                action.run();
            } finally {
                Locale.setDefault(locale);
                TimeZone.setDefault(zone);
            }
        }

        @Override
        public String toString() {
            return words;
        }
    }
}
