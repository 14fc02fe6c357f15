// node build.js FOLDER: bundles src/ into FOLDER/page.js and FOLDER/page.css.
//
// The same sources and the same package-lock.json give the same bytes: nothing of the machine, the
// time or the folder goes in. Both files start with the licences of what is bundled.
import { build } from 'esbuild';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(fileURLToPath(import.meta.url));
const out = process.argv[2];
if (!out) {
  console.error('build.js: give the folder to write to');
  process.exit(64);
}

const options = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  write: false,
  charset: 'ascii',
  legalComments: 'none',
  target: ['chrome105', 'firefox115', 'safari16.4'],
  logLevel: 'warning',
};

const script = await build({
  ...options,
  entryPoints: ['src/main.js'],
  format: 'iife',
  loader: { '.js': 'jsx' },
  jsxFactory: 'h',
  jsxFragment: 'Fragment',
});
const style = await build({ ...options, entryPoints: ['src/page.css'] });

const licences = readFileSync(join(root, 'LICENSES'), 'utf8').trim();
const files = {
  'page.js': `/*\n${licences}\n*/\n${script.outputFiles[0].text}`,
  'page.css': style.outputFiles[0].text,
};
mkdirSync(out, { recursive: true });
for (const [name, text] of Object.entries(files)) {
  if (/<\/(script|style)|<!--|[^\n\x20-\x7e]/i.test(text)) {
    console.error(`build.js: ${name} holds what would end its element, or is not printable ASCII`);
    process.exit(1);
  }
  writeFileSync(join(resolve(out), name), text);
}
