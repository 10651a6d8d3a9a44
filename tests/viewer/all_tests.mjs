// All cases of this folder, in one browser.
import {run_cases} from "./browser.mjs";
import {content_cases} from "./content_tests.mjs";
import {interaction_cases} from "./interaction_tests.mjs";
import {phase_cases} from "./phase_tests.mjs";
import {picture_cases} from "./picture_tests.mjs";
import {product_cases} from "./product_tests.mjs";
import {source_cases} from "./source_tests.mjs";

const {passed, failed} = await run_cases(
  {...picture_cases, ...phase_cases, ...interaction_cases, ...content_cases, ...product_cases, ...source_cases},
  process.argv.slice(2),
);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
