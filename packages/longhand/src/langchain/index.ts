export {
  type LangchainMiddleware,
  type LangchainOptions,
  longhandMiddleware,
} from './middleware.ts'
