import { expect, test } from 'vitest'
import { LonghandError } from './errors.ts'
import { missingPackage } from './missing-package.ts'

const failing = (code: string, message: string) => () =>
  missingPackage('longhand/postgres', 'pg')(Object.assign(new Error(message), { code }))

test('a package that is not installed is named, with the command that installs it', () => {
  const missing = failing('ERR_MODULE_NOT_FOUND', "Cannot find package 'pg' imported from /app/driver.js")
  expect(missing).toThrow(LonghandError)
  expect(missing).toThrow('longhand/postgres needs the package "pg". Install it: npm i pg')
})

test('a package that is there but does not load keeps its own error', () => {
  const other = "Cannot find package 'pg-types' imported from /app/node_modules/pg/lib/index.js"
  expect(failing('ERR_MODULE_NOT_FOUND', other)).toThrow(other)
  expect(failing('ERR_DLOPEN_FAILED', 'pg is broken')).toThrow('pg is broken')
})
