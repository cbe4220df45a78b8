import fc from 'fast-check'

// The same inputs in every run, so that a change is never refused for what it has not touched. New ones, to look for
// what nobody has thought of: PROPERTY_SEED=random npm run unit. What they find stays as a test of its own.
const { PROPERTY_SEED: seed = '20261118' } = process.env
if (seed !== 'random') fc.configureGlobal({ seed: Number(seed) })
