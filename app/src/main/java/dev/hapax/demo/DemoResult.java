package dev.hapax.demo;

import dev.hapax.domain.Decision;
import java.util.List;

/** What a demo came to: the totals, and a few of the things it is about. */
public record DemoResult(DemoTotals totals, List<Decision> firstAlerts, List<QuarantinedRecord> firstCases) {}
