import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as pi from '@earendil-works/pi-coding-agent'
import { versionsOf } from '../../versions.ts'

export const versions = versionsOf(import.meta.url, ['@earendil-works/pi-coding-agent'])
export const variants = ['session']

/** The real agent session, as its example 12-full-control.ts makes it, with our tools in place of its own. */
export async function open({ url, window, system, tools, result }) {
  const folder = mkdtempSync(join(tmpdir(), 'peers-pi-'))
  const modelsPath = join(folder, 'models.json')
  writeFileSync(modelsPath, JSON.stringify({ providers: { peers: providerAt(url, window) } }))
  const modelRuntime = await pi.ModelRuntime.create({ authPath: join(folder, 'auth.json'), modelsPath })
  const sessionManager = pi.SessionManager.inMemory(folder)
  const fifth = Math.round(0.2 * window)
  const { session } = await pi.createAgentSession({
    ...{ cwd: folder, agentDir: folder, modelRuntime, sessionManager, tools, thinkingLevel: 'off' },
    model: modelRuntime.getModel('peers', 'gpt-peers'),
    resourceLoader: resources(system),
    settingsManager: pi.SettingsManager.inMemory({
      compaction: { enabled: true, reserveTokens: fifth, keepRecentTokens: fifth },
      retry: { enabled: false },
    }),
    customTools: tools.map(name => ({
      ...{ name, label: name, description: name },
      parameters: { type: 'object', properties: {}, additionalProperties: true },
      execute: async id => ({ content: [{ type: 'text', text: result(id) }], details: {} }),
    })),
  })
  const throwError = () => {
    const last = session.messages.at(-1)
    if (last?.role === 'assistant' && last.stopReason === 'error') throw new Error(last.errorMessage)
  }
  return {
    say: text => session.prompt(text).then(throwError),
    resume: () => session.agent.continue().then(throwError),
    history: () =>
      sessionManager.getEntries().flatMap(({ type, message }) => {
        if (type !== 'message') return []
        return typeof message.content === 'string'
          ? [message.content]
          : message.content.map(part => part.text ?? JSON.stringify(part))
      }),
    fill: many => {
      for (const message of many) sessionManager.appendMessage(ownMessage(message))
      session.agent.state.messages = sessionManager.buildSessionContext().messages
    },
    close: () => session.dispose(),
  }
}

const free = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }

const providerAt = (baseUrl, contextWindow) => ({
  ...{ baseUrl, api: 'openai-completions', apiKey: 'none' },
  models: [
    { id: 'gpt-peers', name: 'peers', contextWindow, maxTokens: 8192, input: ['text'], reasoning: false, cost: free },
  ],
})

const resources = system => ({
  getExtensions: () => ({ extensions: [], errors: [], runtime: pi.createExtensionRuntime() }),
  getSkills: () => ({ skills: [], diagnostics: [] }),
  getPrompts: () => ({ prompts: [], diagnostics: [] }),
  getThemes: () => ({ themes: [], diagnostics: [] }),
  getAgentsFiles: () => ({ agentsFiles: [] }),
  getSystemPrompt: () => system,
  getSystemPromptSource: () => undefined,
  getAppendSystemPrompt: () => [],
  getAppendSystemPromptSources: () => [],
  extendResources: () => {},
  reload: async () => {},
})

function ownMessage({ role, content, toolCalls = [], toolCallId }) {
  const texts = content === '' ? [] : [{ type: 'text', text: content }]
  const timestamp = Date.now()
  if (role === 'user') return { role, content: texts, timestamp }
  if (role === 'tool')
    return { role: 'toolResult', toolCallId, toolName: 'Read', content: texts, isError: false, timestamp }
  const calls = toolCalls.map(({ id, name, args }) => ({ type: 'toolCall', id, name, arguments: args }))
  const usage = { ...free, totalTokens: 0, cost: { ...free, total: 0 } }
  const made = { api: 'openai-completions', provider: 'peers', model: 'gpt-peers', usage, timestamp }
  return { ...made, role, content: [...texts, ...calls], stopReason: calls.length > 0 ? 'toolUse' : 'stop' }
}
