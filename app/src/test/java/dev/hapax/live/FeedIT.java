package dev.hapax.live;

import org.junit.jupiter.api.ClassOrderer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.TestClassOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Two instances of one application, and clients that come and go. All share them, since starting takes longer than testing. */
@Timeout(300)
@TestClassOrder(ClassOrderer.OrderAnnotation.class)
class FeedIT {

    @RegisterExtension
    static final LiveGroup GROUP = new LiveGroup();

    @Nested
    @Order(1)
    class Events extends FeedEvents {}

    /** Last: what it leaves in the topics is large, and takes others long to read. */
    @Nested
    @Order(5)
    class Clients extends FeedClients {}

    @Nested
    @Order(2)
    class History extends FeedHistory {}

    @Nested
    @Order(3)
    class Group extends FeedGroup {}

    @Nested
    @Order(4)
    class Numbers extends FeedNumbers {}
}
