package dev.hapax.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AdminUserTest {

    private static final String HASH = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

    private static String item(String name, String hash, String roles) {
        return "{ name: '" + name + "', token-sha256: '" + hash + "', roles: [" + roles + "] }";
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            topic   | HASH  | viewer            | name
            rule:a  | HASH  | viewer            | name
            ann     | abc   | viewer            | token-sha256
            ann     | HASH  | admin             | must be one of viewer, operator, approver
            ann     | HASH  |                   | roles
            """)
    void shouldNameTheKeyAndTheRuleOfAUserThatCannotBe(String name, String hash, String roles, String said) {
        String item = item(name, hash.replace("HASH", HASH), roles == null ? "" : roles);

        assertThatThrownBy(() -> Yaml.settings("admin: { users: [ " + item + " ] }"))
                .isInstanceOf(InvalidSettingsException.class)
                .hasMessageContaining("admin.users[0]")
                .hasMessageContaining(said);
    }

    @Test
    void shouldRefuseTwoUsersOfOneNameOrOneToken() {
        String twice = item("ann", HASH, "viewer") + ", " + item("Ann", HASH.replace('9', '8'), "viewer");
        String shared = item("ann", HASH, "viewer") + ", " + item("bob", HASH, "viewer");

        assertThatThrownBy(() -> Yaml.settings("admin: { users: [ " + twice + " ] }"))
                .hasMessageContaining("is there twice");
        assertThatThrownBy(() -> Yaml.settings("admin: { users: [ " + shared + " ] }"))
                .hasMessageContaining("has the token of another user")
                .hasMessageNotContaining(HASH);
    }

    @Test
    void shouldNotShowTheHash() {
        AdminSettings admin = Yaml.settings("admin: { users: [ " + item("ann", HASH, "operator") + " ] }")
                .admin();

        assertThat(admin.users()).hasSize(1);
        assertThat(admin.toString()).contains("ann").doesNotContain(HASH);
    }
}
