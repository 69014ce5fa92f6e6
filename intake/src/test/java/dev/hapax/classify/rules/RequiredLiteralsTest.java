package dev.hapax.classify.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.re2j.Pattern;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class RequiredLiteralsTest {

    private static final String[] ATOMS = {
        "ab", "b", "c", "(a|bc)", "(?:ab|c)", "[ab]", "[^]a]", ".", "\\b", "\\.", "\\w", "ba c", "(ab)", "^", "A"
    };
    private static final String[] QUANTIFIERS = {"", "", "", "", "?", "*", "+", "{2}", "{0,1}", "{1,}", "+?"};

    @Test
    void shouldNameWhatEveryMatchContains() {
        assertThat(RequiredLiterals.of("invoice #?[0-9]+ (is )?overdue")).containsExactly("invoice");
        assertThat(RequiredLiterals.of("\\b(disk|volume)\\b.{0,30}\\b(9[0-9]|100) ?%"))
                .containsExactly("disk", "volume");
        assertThat(RequiredLiterals.of("colou?r")).containsExactly("colo");
        assertThat(RequiredLiterals.of("ab+cd")).isEqualTo(Set.of("ab"));
    }

    @Test
    void shouldNameAllThatIsNeededTheMostTellingFirst() {
        assertThat(RequiredLiterals.allOf("\\b(disk|volume)\\b.{0,30}\\b(9[0-9]|100) ?%"))
                .containsExactly(Set.of("disk", "volume"), Set.of("%"));
        assertThat(RequiredLiterals.allOf("from (a )?(new|unknown) (login)?"))
                .containsExactly(Set.of("from"), Set.of("new", "unknown"));
        assertThat(RequiredLiterals.allOf("(payout (failed|held))"))
                .containsExactly(Set.of("payout"), Set.of("failed", "held"));
        assertThat(RequiredLiterals.allOf("a.b|c")).isEmpty();
    }

    @Test
    void shouldNameNothingWhereAMatchMayDoWithout() {
        assertThat(RequiredLiterals.of("(disk)?")).isEmpty();
        assertThat(RequiredLiterals.of("disk|[0-9]+")).isEmpty();
        assertThat(RequiredLiterals.of("(?-i)DISK")).isEmpty();
        assertThat(RequiredLiterals.of("\\pL\\x{41}")).isEmpty();
    }

    @Test
    void shouldNeverLoseAMatch() {
        int matched = 0;
        for (long seed = 0; seed < 20_000; seed++) {
            Random random = new Random(seed);
            String regex = sequence(random) + (random.nextInt(3) == 0 ? "|" + sequence(random) : "");
            String text = Fold.collapse(random.ints(random.nextInt(14), 0, 7)
                    .mapToObj(i -> "abcAB. ".substring(i, i + 1))
                    .collect(Collectors.joining()));
            List<Set<String>> needed = RequiredLiterals.allOf(regex);
            if (!needed.isEmpty()
                    && Pattern.compile(regex, Pattern.CASE_INSENSITIVE)
                            .matcher(text)
                            .find()) {
                matched++;
                assertThat(needed)
                        .as("seed %d: %s in '%s'", seed, regex, text)
                        .contains(RequiredLiterals.of(regex))
                        .allMatch(literals -> literals.stream().anyMatch(Fold.fold(text)::contains));
            }
        }
        assertThat(matched).isGreaterThan(500);
    }

    /** Where RE2 takes a character for an ASCII letter, folding must too, or a match would be lost. */
    @Test
    void shouldFoldAtLeastWhatRe2Folds() {
        for (char letter = 'a'; letter <= 'z'; letter++) {
            Pattern pattern = Pattern.compile(String.valueOf(letter), Pattern.CASE_INSENSITIVE);
            for (char c = 128; c < 0xd800; c++) {
                if (pattern.matches(String.valueOf(c))) {
                    assertThat(Fold.fold(String.valueOf(c))).isEqualTo(String.valueOf(letter));
                }
            }
        }
    }

    private static String sequence(Random random) {
        StringBuilder regex = new StringBuilder();
        for (int i = 0; i <= random.nextInt(4); i++) {
            String atom = ATOMS[random.nextInt(ATOMS.length)];
            boolean zeroWidth = atom.equals("\\b") || atom.equals("^");
            regex.append(atom).append(zeroWidth ? "" : QUANTIFIERS[random.nextInt(QUANTIFIERS.length)]);
        }
        return regex.toString();
    }
}
