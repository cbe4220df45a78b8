import { useState } from 'react'
import type { ConnectionRequest, ConnectionTestResult } from '../../client/api/connection-contract.ts'
import { useLonghand } from '../provider/LonghandProvider.tsx'

/** The steps of connecting: test what was given, then connect with the chosen models. */
export type Connect = ReturnType<typeof useConnect>

type Step =
  | { readonly step: 'given' }
  | { readonly step: 'testing' }
  | { readonly step: 'tested'; readonly asked: ConnectionRequest; readonly result: ConnectionTestResult }
  | { readonly step: 'connected'; readonly model: string }

/** Keeps where a person is. The key is in the form and in this request, and nowhere else. */
export function useConnect() {
  const { api } = useLonghand()
  const [step, setStep] = useState<Step>({ step: 'given' })
  const [connecting, setConnecting] = useState<'no' | 'asking' | { readonly failure: string }>('no')
  const reset = () => {
    setStep({ step: 'given' })
    setConnecting('no')
  }
  const test = async (asked: ConnectionRequest) => {
    setStep({ step: 'testing' })
    setConnecting('no')
    const result = await api.testConnection(asked).catch(failed)
    setStep({ step: 'tested', asked, result })
  }
  const connect = async (models: readonly string[], check: 'tested' | 'untested') => {
    if (step.step !== 'tested' || step.result.outcome === 'failed') return
    const { name, key } = step.asked
    setConnecting('asking')
    const { outcome, sentence } = await api
      .connect({ name, key, baseURL: step.result.baseURL }, models, check)
      .catch(failed)
    if (outcome === 'failed') return setConnecting({ failure: sentence })
    setStep({ step: 'connected', model: `${name}/${models[0]}` })
    setConnecting('no')
  }
  return {
    isTesting: step.step === 'testing',
    tested: step.step === 'tested' ? step.result : null,
    connected: step.step === 'connected' ? step.model : null,
    connecting,
    ...{ reset, test, connect },
  }
}

const failed = (error: unknown) =>
  ({ outcome: 'failed', sentence: error instanceof Error ? error.message : String(error) }) as const
