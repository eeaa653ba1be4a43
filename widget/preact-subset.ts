import type { Plugin } from 'vite'

/**
 * Removes what the widget never uses from Preact while building: hydration, suspense, class components, error
 * boundaries, portals, MathML, `dangerouslySetInnerHTML`, styles as text, options of development tools. Each edit names the exact text of the pinned version, so that
 * an update of Preact fails the build until the edits are reviewed. docs/decisions/widget-build.md has the bytes.
 */
export function preactSubset(): Plugin {
  return {
    name: 'preact-subset',
    apply: 'build',
    transform: {
      filter: { id: /\/preact\/(hooks\/)?dist\/\w+\.mjs$/ },
      handler(code, id) {
        for (const [before, after] of id.includes('/hooks/') ? hooksEdits : edits) {
          if (code.split(before).length !== 2)
            this.error(`Preact has changed: ${before} is not there exactly once`)
          code = code.replace(before, () => after)
        }
        return { code, map: null }
      },
    },
  }
}

const edits: [before: string, after: string][] = [
  // Portals (`__P` of props).
  ['"function"!=typeof n.type||n.props.__P?null:S(n)', '"function"!=typeof n.type?null:S(n)'],
  ['n.__c&&!n.props.__P)return', 'n.__c)return'],
  ['if(n.props.__P)return t;', ''],
  [
    'M.__P&&(s=l,f=(t=M.__P).namespaceURI,c=o=null,u.props&&u.props.__P!=t&&(u.__k.some(function(n){n&&J(n,n)}),u.__k=null),l=u.__k?S(u,0):null),',
    '',
  ],
  ['M.__P&&(r.__e=null,l=s),', ''],
  ['||u&&!t.props.__P)', '||u)'],
  // Hydration: flag 32 and 128 of `__u`, the children to reuse, the marks `$s` in comments.
  ['32&u.__u?[i]:null,f,i||S(u),32&u.__u,o)', 'null,f,i||S(u),0,o)'],
  ['&&8==t.nodeType&&!t.data.startsWith("$s")', '&&8==t.nodeType'],
  ['128&u.__u&&(c=32&u.__u,s=u.__c.__z)&&(r.__u|=c,p=o=[],8==s.nodeType?l=B(s,o):o.push(s),l=o[0]||l),', ''],
  ['p&&p.some(g),', ''],
  ['!u&&(i=t.__c)&&(i=i.__z)&&(f=B(i,o=[]))&&(i==t.__e&&o.some(g),g(f),g(i)),', ''],
  [
    ',o)for(s=0;s<o.length;s++)if((k=o[s])&&(C?k.localName==C:3==k.nodeType)){t=k,o[s]=null;break}if(!t){if(M=a.ownerDocument||document,!C)return M.createTextNode(x);t=M.createElementNS(f,C,x.is?x:a),l&&(n.__m&&n.__m(r,o),l=!1),o=null}',
    ',!t){if(!C)return document.createTextNode(x);t=document.createElementNS(f,C)}',
  ],
  [
    'if(a="template"==C&&t.content||t,o="textarea"==C&&null!=x.defaultValue?null:o&&d.call(a.childNodes),!l&&o)for($={},s=0;s<t.attributes.length;s++)$[(k=t.attributes[s]).name]=k.value;for(s in $)',
    'for(s in $)',
  ],
  ['l&&"function"!=typeof k||$[s]===k', '$[s]===k'],
  ['l&&"textarea"!=C||(s="value"', '(s="value"'],
  ['$===x||l&&t.data==x||(t.data=x)', '$===x||(t.data=x)'],
  ['9==r.nodeType&&(r=r.documentElement),i=(u=t&&32&t.__u)?null:r.__k,', 'i=r.__k,'],
  ['i?null:r.firstChild?d.call(r.childNodes):null,f,i?i.__e:r.firstChild,u,o)', 'null,f,i?i.__e:null,0,o)'],
  // MathML and HTML as text.
  ['"math"==C?f="http://www.w3.org/1998/Math/MathML":', ''],
  ['"dangerouslySetInnerHTML"==s?y=k:"children"==s||s in x', '"children"==s||s in x'],
  ['"dangerouslySetInnerHTML"==s?h=k:"value"', '"value"'],
  [
    'h?(l||y&&(h.__html==y.__html||h.__html==t.innerHTML)||(t.innerHTML=h.__html),r.__k=[]):(y&&(t.textContent=""),("foreignObject"==C||"http://www.w3.org/1998/Math/MathML"==f&&v.test(C))&&(f="http://www.w3.org/1999/xhtml"),I(a,w(_)?_:[_],r,u,i,f,o,e,o?o[0]:u.__k&&S(u,0),l,c),o&&o.some(g)),',
    'I(t,w(_)?_:[_],r,u,i,f,o,e,u.__k&&S(u,0),l,c),',
  ],
  // Styles as text, the native default of a field whose value is controlled, tables, popovers, a hook that changes events.
  ['if("string"==typeof r)n.style.cssText=r;else{if("string"==typeof u&&(n.style.cssText=u=""),u)', '{if(u)'],
  ['||"value"==s&&"defaultValue"in x||"checked"==s&&"defaultChecked"in x||N(', '||N('],
  ['"rowSpan"!=t&&"colSpan"!=t&&', ''],
  ['"popover"!=t&&', ''],
  ['"popover"==t&&1==r?"":r', 'r'],
  ['n.event?n.event(r):r', 'r'],
  // SVG attributes in the notation of React; listeners of the capture phase.
  [
    'if("http://www.w3.org/2000/svg"==i)t=t.replace(/xlink(H|:h)/,"h").replace(/sName$/,"s");else if("width"!=t',
    'if("http://www.w3.org/2000/svg"!=i&&"width"!=t',
  ],
  ['f=t!=(t=t.replace(l,"$1")),(t=t.slice(2))', '(t=t.slice(2))'],
  [
    'n.addEventListener(t,o,f):n.removeEventListener(t,o,f)',
    'n.addEventListener(t,o):n.removeEventListener(t,o)',
  ],
  // Class components, contexts, error boundaries, suspense.
  [
    'C=(s=V.prototype)&&s.render,j=(s=V.contextType)&&i[s.__c],L=s?j?j.props.value:s.__:i,(d=u.__c)?(r.__c=d,2&d.__g&&(d.__g|=1)):(C?r.__c=d=new V(M,L):(r.__c=d=new x(M,L),d.constructor=V,d.render=K),j&&j.sub(d),d.state||(d.state={}),d.__n=i,d.__g|=8,d.__h=[],d.__k=[]),C&&(d.__s||(d.__s=d.state),V.getDerivedStateFromProps&&(d.__s==d.state&&(d.__s=_({},d.__s)),_(d.__s,V.getDerivedStateFromProps(M,d.__s)))),k=d.props,b=d.state,d.__v=r',
    '(d=u.__c)?r.__c=d:(r.__c=d=new x(M),d.constructor=V,d.render=K,d.__n=i,d.__g|=8,d.__h=[]),d.__v=r',
  ],
  [
    'M!==k&&C&&!V.getDerivedStateFromProps&&d.componentWillReceiveProps&&d.componentWillReceiveProps(M,L),r.__v',
    'r.__v',
  ],
  ['shouldComponentUpdate(M,d.__s,L)){', 'shouldComponentUpdate(M)){'],
  ['d.props=M,d.state=d.__s,d.__g&=-9)', 'd.props=M,d.__g&=-9)'],
  ['y.push.apply(d.__h,d.__k),d.__k=[],d.__h.length&&e.push(d),l=S(u)', 'd.__h.length&&e.push(d),l=S(u)'],
  [
    'd.componentWillUpdate&&d.componentWillUpdate(M,d.__s,L),C&&d.componentDidUpdate&&d.__h.push(function(){d.componentDidUpdate(k,b,m)})}else C&&!V.getDerivedStateFromProps&&d.componentWillMount&&d.componentWillMount(),C&&d.componentDidMount&&d.__h.push(d.componentDidMount);d.context=L,d.props=M',
    '}d.props=M',
  ],
  ['q=C?25:0;', 'q=0;'],
  ['d.render(d.props,d.state=d.__s,d.context)', 'd.render(d.props)'],
  [
    'C&&(y.push.apply(d.__h,d.__k),d.__k=[]),d.state=d.__s,d.getChildContext&&(i=_({},i,d.getChildContext())),C&&u.__c&&d.getSnapshotBeforeUpdate&&(m=d.getSnapshotBeforeUpdate(k,b)),',
    '',
  ],
  [',1&d.__g&&(d.__g&=-4)}catch', '}catch'],
  [
    'if(e.length=v,r.__v=null,c||o)if(t&&t.then){if(r.__u|=128|c,o){for(~(T=o.indexOf(l||void 0))||(T=o.length);(N=o[T-1])&&8==N.nodeType;)T--;for(;T<o.length;T++)if(N=o[T])if(o[T]=null,O){if(N==P)break}else{if(8!=N.nodeType)break;N.data.startsWith("$s")&&(P=B(O=N))}}if(!O){for(;l&&8==l.nodeType&&l.nextSibling;)l=l.nextSibling;O=l}(s=B(O=r.__c.__z||(r.__c.__z=O)))?(r.__e=O,l=s):r.__e=l,l=l&&l.nextSibling}else o&&o.some(g);else r.__e=u.__e;r.__k||(r.__k=u.__k||[]),t&&t.then||D(r),n.__e(t,r,u)',
    'e.length=v,r.__v=null,r.__e=u.__e,r.__k||(r.__k=u.__k||[]),D(r),n.__e(t,r,u)',
  ],
  ['this.props=n,this.context=t,this.__g=0', 'this.props=n,this.__g=0'],
  ['function K(n,t,r){return this.constructor(n,r)}', 'function K(n){return this.constructor(n)}'],
  ['if(i.componentWillUnmount)try{i.componentWillUnmount()}catch(t){n.__e(t,r)}', ''],
  [
    'n={__e:function(n,t,r,u){for(var i,o,e;t=t.__;)if((i=t.__c)&&!(1&i.__g)){i.__g|=4;try{if((e=(o=i.constructor)&&o.getDerivedStateFromError)&&i.setState(o.getDerivedStateFromError(n)),i.componentDidCatch&&(i.componentDidCatch(n,u||{}),e=1),e&&8&i.__g)return void(i.__g|=2)}catch(t){n=t}}throw f=0,n}}',
    'n={__e:function(n){throw f=0,n}}',
  ],
  // Options: hooks of development tools and of `useId`, another way to schedule renders.
  ['return!o&&n.vnode&&n.vnode(e),e}', 'return e}'],
  ['n.vnode&&n.vnode(r),', ''],
  ['n.__&&n.__(t,r),', ''],
  ['&&i==n.debounceRendering||((i=n.debounceRendering)||queueMicrotask)(H)', '||queueMicrotask(H)'],
  ['(i||queueMicrotask)(H)', 'queueMicrotask(H)'],
  // The attributes `list` and `form`.
  ['"list"!=t&&"form"!=t&&', ''],
  [
    'x.prototype.setState=function(n,t){var r=this.__s;r&&r!=this.state||(r=this.__s=_({},this.state)),"function"==typeof n&&(n=n(_({},r),this.props)),n&&(_(r,n),this.__v&&(t&&this.__k.push(t),L(this)))},x.prototype.forceUpdate=function(n){this.__v&&(this.__g|=4,n&&this.__h.push(n),L(this))},x.prototype.render=$,',
    'x.prototype.setState=function(){this.__v&&L(this)},',
  ],
]

const hooksEdits: [before: string, after: string][] = [
  // `useId`.
  ['a.__=function(n,t){n&&t.__k&&t.__k.__m&&(n.__m=t.__k.__m),p&&p(n,t)},', ''],
  // Options that others have set before: development tools, rendering without effects, another way to schedule effects.
  [',v=a.__b,l=a.__r,m=a.diffed,h=a.__c,s=a.unmount,p=a.__;', ';'],
  ['a.__h&&a.__h(r,n,f||t),f=0;', ''],
  ['return f=1,', 'return '],
  ['return f=5,', 'return '],
  ['a.__b=function(n){r=null,v&&v(n)}', 'a.__b=function(){r=null}'],
  ['l&&l(n),t=0;', 't=0;'],
  ['m&&m(n);', ''],
  [',h&&h(n,t)}', '}'],
  ['s&&s(n);', ''],
  ['!a.__s&&E(i.__H,u)&&(i.__P=!0', 'E(i.__H,u)&&(i.__P=!0'],
  ['!a.__s&&E(i.__H,u)&&(i.__P=!1', 'E(i.__H,u)&&(i.__P=!1'],
  ['1!=n&&i==a.requestAnimationFrame||((i=a.requestAnimationFrame)||z)(g)', '1!=n||z(g)'],
  // `shouldComponentUpdate` of class components.
  ['var c=r.shouldComponentUpdate;', ''],
  ['r.shouldComponentUpdate=function(n,t,r){', 'r.shouldComponentUpdate=function(n){'],
  ['if(u.__.some(', 'return u.__.some('],
  [',c){var e=c.call(this,n,t,r);return i?e||f:e}return!i||f', ',!i||f'],
  // Environments without frames.
  ['var k="function"==typeof requestAnimationFrame;', ''],
  ['k&&cancelAnimationFrame(t)', 'cancelAnimationFrame(t)'],
  ['k&&(t=requestAnimationFrame(r))', 't=requestAnimationFrame(r)'],
]
