package dev.hapax.work;

import org.junit.jupiter.api.ClassOrderer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.TestClassOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Operators' work over HTTPS, on two instances that share the work. All use them, since starting takes longer than testing. */
@Timeout(300)
@TestClassOrder(ClassOrderer.OrderAnnotation.class)
class AdminWorkIT {

    @RegisterExtension
    static final WorkGroup GROUP = new WorkGroup();

    @Nested
    @Order(1)
    class Cases extends WorkOnCases {}

    /** After the others: they count the cases there are. */
    @Nested
    @Order(2)
    class ManyCases extends WorkOnManyCases {}

    @Nested
    @Order(3)
    class Keys extends WorkOnKeys {}

    /** Last: one of the instances is killed. */
    @Nested
    @Order(4)
    class Replays extends WorkOnReplays {}
}
