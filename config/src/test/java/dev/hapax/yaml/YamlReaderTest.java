package dev.hapax.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class YamlReaderTest {

    private final Problems problems = new Problems("x.yaml");

    @Test
    void shouldPointToTheKeyAndNotToWhatStandsBelowIt() {
        var top = (YamlNode.Mapping) YamlReader.read("a:\n  b: 1\nc:\n- true\n- x\nd:\n", problems);

        assertThat(top.entries().values()).extracting(YamlNode::line).containsExactly(1, 3, 6);
        assertThat(top.entries().values()).extracting(YamlNode::kind).containsExactly("a mapping", "a list", "nothing");
        assertThat(top.entries().get("c"))
                .isEqualTo(new YamlNode.Sequence(
                        3,
                        List.of(
                                new YamlNode.Scalar(4, "true", YamlNode.Type.FLAG),
                                new YamlNode.Scalar(5, "x", YamlNode.Type.TEXT))));
        assertThat(problems.isEmpty()).isTrue();
    }

    @Test
    void shouldKeepTheFirstOfTwoValuesAndRememberTheOther() {
        var top = (YamlNode.Mapping) YamlReader.read("a: 1\nb: 2\na: 3\n", problems);

        assertThat(top.entries().get("a")).isEqualTo(new YamlNode.Scalar(1, "1", YamlNode.Type.NUMBER));
        assertThat(top.repeats()).containsExactly(new YamlNode.Repeat("a", 3, 1));
    }

    @Test
    void shouldRefuseToFollowEndlessNesting() {
        assertThat(YamlReader.read("[".repeat(33) + "]".repeat(33), problems)).isInstanceOf(YamlNode.Sequence.class);
        assertThat(problems.isEmpty()).isTrue();

        YamlReader.read("[".repeat(34) + "]".repeat(34), problems);

        assertThat(problems.inOrder())
                .containsExactly(new YamlProblem("x.yaml", 1, 34, "", "is nested more than 32 deep; flatten it"));
    }
}
