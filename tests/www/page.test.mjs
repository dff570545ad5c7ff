// The page in real browsers.

import { after, before, test } from 'node:test';
import { serve } from '../../scripts/serve.mjs';
import { browsers } from '../browser/lib/launch.mjs';
import { accessibility } from './cases/accessibility.mjs';
import { handover } from './cases/handover.mjs';
import { intake } from './cases/intake.mjs';
import { large } from './cases/large.mjs';
import { offline } from './cases/offline.mjs';
import { views } from './cases/views.mjs';
import { startStandIn } from './lib/stand-in.mjs';

// `WWW_TESTS=views npm test -- --only=www` runs one group.
const chosen = process.env.WWW_TESTS?.split(',');
const groups = { intake, large, views, handover, accessibility, offline };

let server;
let standIn;
let impostor;

before(async () => {
  // Not at the root: the page has to work under any path.
  server = await serve({ base: '/any/path/' });
  [standIn, impostor] = [await startStandIn(), await startStandIn()];
});

after(async () => {
  await Promise.all([server, standIn, impostor].map((one) => one?.close()));
});

for (const [name, launch] of Object.entries(browsers)) {
  test(name, async (t) => {
    const browser = await launch();
    t.after(() => browser.close());
    for (const [group, cases] of Object.entries(groups).filter(([key]) => !chosen || chosen.includes(key))) {
      await t.test(group, async (subtest) => {
        for (const [title, run] of Object.entries(cases)) {
          await subtest.test(title, { timeout: 60_000 }, (t2) =>
            run(t2, { browser, name, url: server.url, standIn, impostor }));
        }
      });
    }
  });
}
