import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2024',
    // Browsers that know light-dark(), nesting and container queries.
    cssTarget: ['chrome123', 'firefox128', 'safari18'],
    // What is inlined as data: would be refused by the page's own policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:4321', '/openapi.json': 'http://127.0.0.1:4321' } },
})
