/**
 * Campaigns: one mail to many recipients, and the rules by which a campaign changes. Records and pure functions; nothing here uses
 * Kafka.
 */
@NullMarked
package dev.hapax.campaign;

import org.jspecify.annotations.NullMarked;
