/**
 * Tests of a client of the Store Orders Service against store-orders-sim: an environment for each test, in a container, as a
 * program, or in a running simulator.
 */
package storeorderssim;
