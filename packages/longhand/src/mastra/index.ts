export { longhandProcessor, type MastraOptions, type MastraProcessor } from './processor.ts'
