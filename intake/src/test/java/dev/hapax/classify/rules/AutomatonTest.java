package dev.hapax.classify.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class AutomatonTest {

    private static final String[] ALPHABET = {
        "a", "b", "A", "ß", "é", "Σ", "ς", " ", "\n", "-", "_", "7", "\uD801\uDC00", "\uD83D"
    };

    @Test
    void shouldFindWholeWordsOnly() {
        assertThat(found("Payment failed!", "payment", "fail", "failed", "pay")).containsExactly("payment", "failed");
    }

    @Test
    void shouldFindPartsOfWordsWhereAnEndIsOpen() {
        assertThat(found("unsubscribed", "subscribe", "*subscribe", "subscribe*", "*subscribe*", "unsub*", "*bed"))
                .containsExactly("*subscribe*", "unsub*", "*bed");
    }

    @Test
    void shouldTakeAnyWhiteSpaceForOneBlank() {
        assertThat(found("disk\r\n\t\u00a0 full", "disk full")).containsExactly("disk full");
    }

    @Test
    void shouldIgnoreCaseInAnyScriptWhateverTheLocale() {
        assertThat(found("TITLE ΟΔΟΣ ÉTÉ \uD801\uDC00", "title", "οδος", "οδοσ", "été", "\uD801\uDC28"))
                .containsExactly("title", "οδοσ", "été", "\uD801\uDC28");
    }

    @Test
    void shouldFindKeywordsInsideEachOther() {
        assertThat(found("no space left on device", "space left", "no space left on device", "left", "device"))
                .hasSize(4);
    }

    @Test
    void shouldNotLookForBoundariesBesideSigns() {
        assertThat(found("20% off, c++x", "% off", "c++")).containsExactly("% off", "c++");
    }

    @Test
    void shouldRefuseATableBeyondItsBound() {
        Vocabulary vocabulary = new Vocabulary();
        Random random = new Random(1);
        for (int i = 0; i < 4_000; i++) {
            String word = random.ints(20, 0x4e00, 0x9000)
                    .mapToObj(Character::toString)
                    .collect(Collectors.joining());
            vocabulary.keyword(word);
        }

        assertThatThrownBy(() -> new Automaton(vocabulary.keywords())).hasMessageContaining("too many keywords");
    }

    @Test
    void shouldFindWhatANaiveSearchFinds() {
        for (long seed = 0; seed < 3_000; seed++) {
            Random random = new Random(seed);
            Vocabulary vocabulary = new Vocabulary();
            for (int i = 0; i < 12; i++) {
                String word = random(random, 1 + random.nextInt(4));
                if (!Fold.fold(word).isEmpty()) {
                    vocabulary.keyword((random.nextBoolean() ? "*" : "") + word + (random.nextBoolean() ? "*" : ""));
                }
            }
            String text = random(random, random.nextInt(40));

            BitSet found = new BitSet();
            new Automaton(vocabulary.keywords()).scan(Fold.folded(text), found);

            assertThat(found)
                    .as("seed %d: %s in '%s'", seed, vocabulary.keywords(), text)
                    .isEqualTo(naive(vocabulary.keywords(), text));
        }
    }

    /** With more states than fit into sixteen bits, less the one that tells. */
    @Test
    void shouldFindWhatANaiveSearchFindsInALargeVocabulary() {
        Random random = new Random(1);
        Vocabulary vocabulary = new Vocabulary();
        for (int i = 0; i < 6_000; i++) {
            vocabulary.keyword(letters(random, 12));
        }
        List<Keyword> keywords = vocabulary.keywords();
        assertThat(keywords.stream()
                        .mapToInt(keyword -> keyword.text().length())
                        .sum())
                .isGreaterThan(2 << 15);
        Automaton automaton = new Automaton(keywords);
        for (int i = 0; i < 50; i++) {
            String text = letters(random, 30) + " "
                    + keywords.get(random.nextInt(6_000)).text() + " "
                    + keywords.get(random.nextInt(6_000)).text() + letters(random, 3);

            assertThat(automaton.found(Fold.folded(text))).as(text).isEqualTo(naive(keywords, text));
        }
    }

    private static String letters(Random random, int length) {
        return random.ints(length, 'a', 'g').mapToObj(Character::toString).collect(Collectors.joining());
    }

    /** Looks at every place of the text for every keyword, with boundaries as a regular expression sees them. */
    private static BitSet naive(List<Keyword> keywords, String text) {
        String folded = Fold.collapse(text)
                .codePoints()
                .map(c -> Character.toLowerCase(Character.toUpperCase(c)))
                .mapToObj(Character::toString)
                .collect(Collectors.joining());
        BitSet found = new BitSet();
        for (Keyword keyword : keywords) {
            for (int at = 0; at + keyword.text().length() <= folded.length(); at++) {
                int end = at + keyword.text().length();
                if (folded.startsWith(keyword.text(), at)
                        && (keyword.openStart() || boundary(folded, at))
                        && (keyword.openEnd() || boundary(folded, end))) {
                    found.set(keyword.id());
                }
            }
        }
        return found;
    }

    private static boolean boundary(String text, int at) {
        return at == 0 || at == text.length() || !(inWord(text.codePointBefore(at)) && inWord(text.codePointAt(at)));
    }

    private static boolean inWord(int codePoint) {
        return Character.isLetterOrDigit(codePoint) || codePoint == '_';
    }

    private static String random(Random random, int length) {
        return random.ints(length, 0, ALPHABET.length)
                .mapToObj(i -> ALPHABET[i])
                .collect(Collectors.joining());
    }

    private static List<String> found(String text, String... words) {
        Vocabulary vocabulary = new Vocabulary();
        for (String word : words) {
            vocabulary.keyword(word);
        }
        BitSet found = new BitSet();
        new Automaton(vocabulary.keywords()).scan(Fold.folded(text), found);
        List<String> written = new ArrayList<>();
        vocabulary.keywords().stream()
                .filter(keyword -> found.get(keyword.id()))
                .forEach(keyword -> written.add(keyword.written()));
        return written;
    }
}
