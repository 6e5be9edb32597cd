import { expect, test } from 'vitest';
import { failingTests } from './failing-tests.ts';

/** Reports as the runners write them; pytest writes one line. */
test.each([
  [
    'pytest',
    [
      'test_orders.TestRefund › test_shows_the_refunded_order',
      'test_orders › test_conflict[404]',
      'test_orders › test_needs_a_fixture',
    ],
    `<?xml version="1.0" encoding="utf-8"?>
<testsuites name="pytest tests"><testsuite name="pytest" errors="1" failures="2" skipped="1" tests="6" time="0.245" timestamp="2026-11-22T13:38:42.731473+00:00" hostname="host">
<testcase classname="test_orders.TestRefund" name="test_shows_the_refunded_order" time="0.001">
<failure message="AssertionError: order &lt;1001&gt; &amp; #x1B[31mred#x1B[0m ]]&gt;&#10;assert {'a': 1} == {'a': 2}&#10;  &#10;  Differing items:&#10;  {'a': 1} != {'a': 2}&#10;  Use -v to get more diff">self = &lt;test_orders.TestRefund object at 0x7f5420610e10&gt;

    def test_shows_the_refunded_order(self):
&gt;       assert {"a": 1} == {"a": 2}, "order &lt;1001&gt; &amp; \\x1b[31mred\\x1b[0m ]]&gt;"
</failure></testcase>
<testcase classname="test_orders.TestRefund" name="test_passes" time="0.000" />
<testcase classname="test_orders" name="test_conflict[409]" time="0.000" />
<testcase classname="test_orders" name="test_conflict[404]" time="0.004">
<failure message="assert 404 == 409">status = 404

    @pytest.mark.parametrize("status", [409, 404])
    def test_conflict(status):
</failure></testcase>
<testcase classname="test_orders" name="test_needs_a_fixture" time="0.009">
<error message="failed on setup with &quot;RuntimeError: no order&quot;">@pytest.fixture
    def broken():
&gt;       raise RuntimeError("no order")
E       RuntimeError: no order
</error></testcase>
<testcase classname="test_orders" name="test_skipped" time="0.000">
<skipped type="pytest.skip" message="later">/project/test_orders.py:21: later</skipped></testcase></testsuite></testsuites>
`,
  ],
  [
    'surefire',
    [
      'orders.RefundTest › showsTheRefundedOrder',
      'orders.RefundTest › throwsAnError',
      'orders.RefundTest › conflict(int)[2]',
    ],
    `<?xml version="1.0" encoding="UTF-8"?>
<testsuite xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="https://maven.apache.org/surefire/maven-surefire-plugin/xsd/surefire-test-report.xsd" version="3.0.2" name="orders.RefundTest" time="0.069" tests="5" errors="1" skipped="1" failures="2" flakes="1">
  <properties>
    <property name="java.version" value="17"/>
  </properties>
  <testcase name="showsTheRefundedOrder" classname="orders.RefundTest" time="0.021">
    <failure message="order &lt;1001&gt; &amp; ]]&gt; ==&gt; expected: &lt;1&gt; but was: &lt;2&gt;" type="org.opentest4j.AssertionFailedError"><![CDATA[org.opentest4j.AssertionFailedError: order <1001> & ]]]]><![CDATA[> ==> expected: <1> but was: <2>
	at orders.RefundTest.showsTheRefundedOrder(RefundTest.java:7)
]]></failure>
    <rerunFailure message="again" type="org.opentest4j.AssertionFailedError"><stackTrace><![CDATA[again]]></stackTrace></rerunFailure>
  </testcase>
  <testcase name="passes" classname="orders.RefundTest" time="0.001"/>
  <testcase name="passesInTheSecondRun" classname="orders.RefundTest" time="0.001">
    <flakyFailure message="no order" type="java.lang.IllegalStateException"><stackTrace><![CDATA[java.lang.IllegalStateException: no order]]></stackTrace></flakyFailure>
  </testcase>
  <testcase name="skipped" classname="orders.RefundTest" time="0.0">
    <skipped message="later"/>
  </testcase>
  <testcase name="throwsAnError" classname="orders.RefundTest" time="0.003">
    <error message="no order" type="java.lang.IllegalStateException"><![CDATA[java.lang.IllegalStateException: no order
]]></error>
    <system-out><![CDATA[<testcase name="printed"><failure/></testcase>]]></system-out>
  </testcase>
  <testcase name="conflict(int)[2]" classname="orders.RefundTest" time="0.002">
    <failure type="org.opentest4j.AssertionFailedError"/>
  </testcase>
</testsuite>
`,
  ],
  [
    'vitest',
    [
      'broken.test.mjs',
      'refund.test.mjs › refund > shows the refunded order <1001> & "quoted"',
      'refund.test.mjs › alone',
    ],
    `<?xml version="1.0" encoding="UTF-8" ?>
<testsuites name="vitest tests" tests="5" failures="3" errors="0" time="0.011914147">
    <testsuite name="broken.test.mjs" timestamp="2026-11-22T13:38:50.754Z" hostname="host" tests="1" failures="1" errors="0" skipped="0" time="0">
        <testcase classname="broken.test.mjs" name="broken.test.mjs" time="0">
            <failure message="Cannot find module &apos;./missing.mjs&apos; imported from /project/broken.test.mjs" type="Error">
Error: Cannot find module &apos;./missing.mjs&apos; imported from /project/broken.test.mjs
 ❯ broken.test.mjs:1:1

</failure>
        </testcase>
    </testsuite>
    <testsuite name="refund.test.mjs" timestamp="2026-11-22T13:38:50.794Z" hostname="host" tests="4" failures="2" errors="0" skipped="1" time="0.011914147">
        <testcase classname="refund.test.mjs" name="refund &gt; shows the refunded order &lt;1001&gt; &amp; &quot;quoted&quot;" time="0.008523114">
            <failure message="expected { a: 1 } to deeply equal { a: 2 }" type="AssertionError">
AssertionError: expected { a: 1 } to deeply equal { a: 2 }

- Expected
</failure>
        </testcase>
        <testcase classname="refund.test.mjs" name="refund &gt; passes" time="0.000379278">
        </testcase>
        <testcase classname="refund.test.mjs" name="alone" time="0.000854579">
            <failure message="red" type="Error">
Error: red
 ❯ refund.test.mjs:6:27
            </failure>
        </testcase>
        <testcase classname="refund.test.mjs" name="later" time="0">
            <skipped/>
        </testcase>
    </testsuite>
</testsuites>
`,
  ],
  [
    'jest-junit',
    ['refund shows the refunded order <1001> & "quoted"', 'alone'],
    `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="jest tests" tests="4" failures="2" errors="0" time="2.113">
  <testsuite name="refund" errors="0" failures="2" skipped="1" timestamp="2026-11-22T13:39:54" time="1.371" tests="4">
    <testcase classname="refund shows the refunded order &lt;1001&gt; &amp; &quot;quoted&quot;" name="refund shows the refunded order &lt;1001&gt; &amp; &quot;quoted&quot;" time="0.014">
      <failure>Error: expect(received).toEqual(expected) // deep equality

- Expected  - 1
+ Received  + 1
</failure>
    </testcase>
    <testcase classname="refund passes" name="refund passes" time="0.001">
    </testcase>
    <testcase classname="refund later" name="refund later" time="0">
      <skipped/>
    </testcase>
    <testcase classname=" alone" name=" alone" time="0.001">
      <failure>Error: red
    at Object.&lt;anonymous&gt; (/project/refund.test.js:6:29)
    at Promise.finally.completed (/project/node_modules/jest-circus/build/jestAdapterInit.js:1834:28)
    at new Promise (&lt;anonymous&gt;)
</failure>
    </testcase>
  </testsuite>
</testsuites>
`,
  ],
  [
    'go-junit-report',
    [
      'example.com/orders › TestRefund',
      'example.com/orders › TestRefund/shows_the_refunded_order',
      'example.com/orders/broken › [build failed]',
    ],
    `<?xml version="1.0" encoding="UTF-8"?>
<testsuites tests="4" failures="2" errors="1">
	<testsuite name="example.com/orders" tests="3" failures="2" errors="0" id="0" hostname="host" skipped="0" time="0.160" timestamp="2026-01-20T10:00:00Z">
		<properties>
			<property name="go.version" value="go1.24 linux/amd64"></property>
		</properties>
		<testcase name="TestRefund" classname="example.com/orders" time="0.060">
			<failure message="Failed"></failure>
		</testcase>
		<testcase name="TestRefund/shows_the_refunded_order" classname="example.com/orders" time="0.060">
			<failure message="Failed"><![CDATA[    refund_test.go:11: order <1001> & "quoted"]]></failure>
		</testcase>
		<testcase name="TestPasses" classname="example.com/orders" time="0.100"></testcase>
	</testsuite>
	<testsuite name="example.com/orders/broken" tests="1" failures="0" errors="1" id="1" hostname="host" time="0.000">
		<testcase name="[build failed]" classname="example.com/orders/broken" time="0.000">
			<error message="Build error"><![CDATA[broken_test.go:4:2: undefined: missing]]></error>
		</testcase>
	</testsuite>
</testsuites>
`,
  ],
  [
    'node-test',
    ['refund › shows the refunded order', 'conflict › 404 & "quoted"', 'alone'],
    `<?xml version="1.0" encoding="utf-8"?>
<testsuites>
	<testsuite name="refund" time="0.003920" disabled="0" errors="0" tests="2" failures="1" skipped="0" timestamp="2026-11-22T13:38:48.368Z" hostname="host">
		<testcase name="shows the refunded order" time="0.002495" classname="refund" file="/project/orders.test.mjs" failure="order &lt;1001> &amp; -- ]]>&#10;+ actual - expected&#10;&#10;  {&#10;+   a: 1&#10;-   a: 2&#10;  }&#10;">
			<failure type="testCodeFailure" message="order &lt;1001> &amp; -- ]]>&#10;+ actual - expected&#10;&#10;  {&#10;+   a: 1&#10;-   a: 2&#10;  }">
Error [ERR_TEST_FAILURE]: order &lt;1001> &amp; -- ]]>
+ actual - expected
			</failure>
		</testcase>
		<testcase name="passes" time="0.000174" classname="refund" file="/project/orders.test.mjs"/>
	</testsuite>
	<testsuite name="conflict" time="0.002010" disabled="0" errors="0" tests="1" failures="1" skipped="0" timestamp="2026-11-22T13:38:48.369Z" hostname="host">
		<testcase name="404 &amp; &amp;quot;quoted&amp;quot;" time="0.001504" classname="conflict" file="/project/orders.test.mjs" failure="\u001b[31mred">
			<failure type="testCodeFailure" message="\u001b[31mred">
Error [ERR_TEST_FAILURE]: \u001b[31mred
    at TestContext.&lt;anonymous> (file:///project/orders.test.mjs:8:11)
			</failure>
		</testcase>
	</testsuite>
	<testcase name="alone" time="0.004336" classname="test" file="/project/orders.test.mjs" failure="The expression evaluated to a falsy value:&#10;&#10;  assert.ok(false)&#10;">
		<failure type="testCodeFailure" message="The expression evaluated to a falsy value:&#10;&#10;  assert.ok(false)">
[Error [ERR_TEST_FAILURE]: The expression evaluated to a falsy value:

		</failure>
	</testcase>
	<testcase name="later" time="0.000123" classname="test" file="/project/orders.test.mjs">
		<skipped type="skipped" message="true"/>
	</testcase>
	<!-- tests 6 -->
	<!-- suites 1 -->
	<!-- pass 1 -->
	<!-- fail 4 -->
	<!-- cancelled 0 -->
	<!-- skipped 1 -->
	<!-- todo 0 -->
	<!-- duration_ms 344.223557 -->
</testsuites>
`,
  ],
])('names the failing tests in a file of %s', (_, tests, xml) => {
  expect(failingTests(xml, 'junit.xml')).toEqual(tests);
});
