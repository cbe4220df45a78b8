import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { licencesIn, packagesOf } from '../../scripts/pack-licences.mjs'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), modernFonts(), diagramScript(), licences()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2024',
    // Browsers that know light-dark(), nesting and container queries.
    cssTarget: ['chrome123', 'firefox128', 'safari18'],
    // What is inlined as data: would be refused by the page's own policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Words are named where they are kept; in the page they stand where they are shown.
    rolldownOptions: {
      optimization: { inlineConst: { mode: 'all', pass: 2 } },
      // One file compresses better than three; what renders to text is loaded by whoever shares a page.
      output: {
        codeSplitting: {
          groups: [{ name: 'react', test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/](?!.*server)/ }],
        },
      },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:4321', '/openapi.json': 'http://127.0.0.1:4321' } },
})

/** Every browser that can show the page reads woff2, so the older copies of KaTeX's fonts are left out. */
function modernFonts(): Plugin {
  return {
    name: 'modern-fonts',
    enforce: 'pre',
    transform: (code, id) =>
      /katex[\\/]dist[\\/].*\.css$/.test(id) ? code.replace(/,url\([^)]+\) format\("(?:woff|truetype)"\)/g, '') : null,
  }
}

const diagrams = createRequire(import.meta.url).resolve('@mermaid-js/tiny')

/** Mermaid as it is published, for the frame that draws diagrams. */
function diagramScript(): Plugin {
  return {
    name: 'diagram-script',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'diagrams/mermaid.js', source: readFileSync(diagrams) })
    },
  }
}

/** The licences of everything that is in the page, beside it: scripts, styles with their fonts, and the script of diagrams. */
function licences(): Plugin {
  const styles: string[] = []
  return {
    name: 'licences',
    // What a style imports is not a module of any script.
    transform: (_, id) => void (/\.css(?:$|\?)/.test(id) && styles.push(id)),
    generateBundle(_, bundle) {
      const scripts = Object.values(bundle).flatMap(file => (file.type === 'chunk' ? file.moduleIds : []))
      const source = licencesIn(packagesOf([...scripts, ...styles, diagrams]))
      this.emitFile({ type: 'asset', fileName: 'LICENSES-OF-OTHERS.txt', source })
    },
  }
}
