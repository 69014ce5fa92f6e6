package com.example.logfmt;

import dev.hapax.domain.Value;
import dev.hapax.testkit.FormatCheck;
import java.math.BigDecimal;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LogfmtTest {

    @Test
    void shouldKeepTheRulesForPlugins() {
        FormatCheck.ofName("logfmt")
                .fields("level", "msg", "took", "cached", "user")
                .message("level=error msg=\"Payment \\\"7\\\" failed\" took=12.50 cached user=")
                .with("msg", new Value.Text("Payment \"7\" failed"))
                .with("took", new Value.Amount(new BigDecimal("12.5")))
                .with("cached", new Value.Flag(true))
                .with("user", new Value.Text(""))
                .alike("cached   took=12.5\tuser= level=error msg=\"Payment \\\"7\\\" failed\"\n")
                .message("level=error msg=\"Payment \\\"7\\\" failed\" took=\"12.50\" cached user=")
                .message("level=info")
                .refuses(Map.of("repeated-keys", "newest"))
                .check();
    }

    @Test
    void shouldTakeTheKeyThatTheOptionNames() {
        FormatCheck.ofName("logfmt")
                .options(Map.of("repeated-keys", "first"))
                .fields("level")
                .message("level=warn level=error")
                .with("level", new Value.Text("warn"))
                .check();
        FormatCheck.ofName("logfmt")
                .options(Map.of("repeated-keys", "last"))
                .fields("level")
                .message("level=warn level=error")
                .with("level", new Value.Text("error"))
                .check();
    }
}
