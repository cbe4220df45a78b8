import type pg from 'pg'
import { missingPackage } from '../../core/missing-package.ts'

export type Driver = typeof pg

/** `pg`, which only apps with their own Postgres install. */
export const loadDriver = async (): Promise<Driver> =>
  (await import('pg').catch(missingPackage('longhand/postgres', 'pg'))).default
